import { join } from "node:path";
import ts from "typescript";

import { PROJECT } from "../house/project-files";

const DOOR = join(PROJECT, "provider", "index.ts");

/** The package and programs that use it, by path; what they import as `pulumi-vastai` is the source. */
export function compile(programs: ReadonlyMap<string, string> = new Map()): ts.Program {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    types: ["node"],
    paths: { "pulumi-vastai": [DOOR] },
  };
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (path) => programs.has(path) || disk.fileExists(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = programs.get(path);
    return text === undefined
      ? disk.getSourceFile(path, language, ...rest)
      : ts.createSourceFile(path, text, language);
  };
  return ts.createProgram([DOOR, ...programs.keys()], options, host);
}

/** What the package exports, types included. */
export function exportsOf(program: ts.Program): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(DOOR);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error("The package exports nothing");
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
}
