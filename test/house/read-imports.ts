import { readFileSync } from "node:fs";
import ts from "typescript";

import type { Manner } from "./import-table";

/** One import as it is written. */
export interface FoundImport {
  readonly specifier: string;
  readonly manner: Manner;
}

/** Every import of a TypeScript file, whatever its form: `import`, `export from`, `import()`, `require`, type imports. */
export function readImports(path: string, text: string = readFileSync(path, "utf8")): FoundImport[] {
  const found: FoundImport[] = [];
  const visit = (node: ts.Node): void => {
    const [specifier, manner] = importIn(node) ?? [];
    if (specifier !== undefined && manner !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, manner });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

function importIn(node: ts.Node): [ts.Node | undefined, Manner] | undefined {
  if (ts.isImportDeclaration(node)) {
    return [
      node.moduleSpecifier,
      node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? "types" : "at once",
    ];
  }
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly ? "types" : "at once"];
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return [node.moduleReference.expression, node.isTypeOnly ? "types" : "at once"];
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return [node.argument.literal, "types"];
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return [node.arguments[0], "lazily"];
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  return isRequire ? [node.arguments[0], "at once"] : undefined;
}
