import { join } from "node:path";
import ts from "typescript";

import { membersOf } from "../docs/read-declarations";
import { PROJECT } from "../house/project-files";
import { compile, exportsOf } from "./compiled-package";

const PROGRAM = compile();
const CHECKER = PROGRAM.getTypeChecker();

interface Documented {
  /** As a reader would call it: `OfferFilters.gpuRam`, `getOffers(query)`. */
  readonly name: string;
  readonly symbol: ts.Symbol;
}

function isOurs(symbol: ts.Symbol): boolean {
  const files = (symbol.declarations ?? []).map((declaration) => declaration.getSourceFile().fileName);
  return files.some((path) => path.startsWith(join(PROJECT, "provider")));
}

/** Everything that an editor shows a doc comment of: the exports, and what is declared in them. */
function documented(): Documented[] {
  return exportsOf(PROGRAM).flatMap((symbol) => {
    const name = symbol.getName();
    const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
    const members = isType
      ? [
          ...CHECKER.getDeclaredTypeOfSymbol(symbol).getProperties(),
          ...(symbol.exports?.values() ?? []),
        ].filter((member) => isOurs(member) && !(member.flags & ts.SymbolFlags.Prototype))
      : [];
    return [
      { name, symbol },
      ...members.map((member) => ({ name: `${name}.${member.getName()}`, symbol: member })),
    ];
  });
}

const DOCUMENTED = documented();

/** The exported functions, and the constructors and methods of the exported classes. */
function signatures(): { readonly name: string; readonly declaration: ts.SignatureDeclaration }[] {
  return DOCUMENTED.flatMap(({ name, symbol }) =>
    (symbol.declarations ?? []).flatMap((declaration) => {
      const found = ts.isClassDeclaration(declaration)
        ? declaration.members.filter(ts.isConstructorDeclaration)
        : [declaration].filter((one) => ts.isFunctionDeclaration(one) || ts.isMethodDeclaration(one));
      return found.map((one) => ({ name, declaration: one }));
    }),
  );
}

/** Fenced code in the `@example` tags of everything that is documented. */
function examples(): Map<string, string> {
  const codes = DOCUMENTED.flatMap(({ name, symbol }) =>
    symbol
      .getJsDocTags(CHECKER)
      .filter((tag) => tag.name === "example")
      .map(({ text }) => [name, ts.displayPartsToString(text)] as const),
  );
  return new Map(
    codes.map(([name, text], index) => {
      const code = /```ts\n([\s\S]*?)```/.exec(text)?.[1];
      if (code === undefined) throw new Error(`The example of ${name} has no code`);
      return [join(PROJECT, "examples", `${name}-${String(index)}.ts`), code];
    }),
  );
}

test("everything that a program can name says what it is, each argument, output and field too", () => {
  expect(DOCUMENTED.length).toBeGreaterThan(250);
  const silent = DOCUMENTED.filter(
    ({ symbol }) => ts.displayPartsToString(symbol.getDocumentationComment(CHECKER)).trim() === "",
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("every parameter is described", () => {
  const silent = signatures().flatMap(({ name, declaration }) => {
    const missing = declaration.parameters.filter(
      (parameter) => ts.getJSDocParameterTags(parameter).length === 0,
    );
    return missing.map((parameter) => `${name}(${parameter.name.getText()})`);
  });
  expect(silent).toEqual([]);
});

test("everything that can fail names its codes, and only codes that there are", () => {
  const failing = signatures().flatMap(({ name, declaration }) => {
    const tags = ts.getJSDocTags(declaration).filter((tag) => tag.tagName.text === "throws");
    return tags.length === 0 ? [] : [{ name, words: tags.map((tag) => tag.getText()).join(" ") }];
  });
  expect(failing.map(({ name }) => name)).toEqual([
    ...["Instance", "Instance.get", "Template", "Template.get", "getOffers", "getTemplates"],
  ]);
  const codes = membersOf(join(PROJECT, "provider", "errors.ts"), "ErrorCode");
  const named = failing.flatMap(({ words }) => words.match(/`[A-Z_]+`/g) ?? []);
  expect(named.filter((word) => !codes.includes(word.slice(1, -1)))).toEqual([]);
});

test("every argument that may be left out says what happens then", () => {
  const ARGUMENTS =
    /^(InstanceArgs|TemplateArgs|LaunchOptions|OfferQuery|GetOffers\w*Options|GetTemplates\w*Options)\./;
  const silent = DOCUMENTED.filter(
    ({ name, symbol }) =>
      ARGUMENTS.test(name) &&
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 &&
      !symbol.getJsDocTags(CHECKER).some((tag) => tag.name === "default"),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("every argument of an instance says what a change of it costs", () => {
  const args = DOCUMENTED.filter(({ name }) => name.startsWith("InstanceArgs."));
  const words = /replaces|in place|sends no request|a change does nothing/;
  const silent = args.filter(
    ({ symbol }) => !words.test(ts.displayPartsToString(symbol.getDocumentationComment(CHECKER))),
  );
  expect(args.length).toBeGreaterThan(20);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("doc comments use the tags that reference pages are made of", () => {
  const known = ["default", "example", "param", "remarks", "returns", "see", "throws"];
  const tags = DOCUMENTED.flatMap(({ name, symbol }) =>
    symbol.getJsDocTags(CHECKER).map((tag) => `${name} @${tag.name}`),
  );
  expect(tags.filter((tag) => !known.includes(tag.split("@")[1] ?? ""))).toEqual([]);
});

test("the examples compile", () => {
  const files = examples();
  const names = [
    "Instance",
    "Template",
    "getOffers",
    "getOffersOutput",
    "getTemplates",
    "getTemplatesOutput",
  ];
  const shown = [...files.keys()].map((path) => /([\w.]+)-\d+\.ts$/.exec(path)?.[1]);
  expect(names.filter((name) => !shown.includes(name))).toEqual([]);
  const program = compile(files);
  const mistakes = [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    if (source === undefined) throw new Error(`${path} was not compiled`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
  });
  expect(mistakes).toEqual([]);
});
