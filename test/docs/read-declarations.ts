import { readFileSync } from "node:fs";
import ts from "typescript";

/** The texts of a union of literals. */
export function membersOf(path: string, name: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const found = [...source.statements].find(
    (statement): statement is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined || !ts.isUnionTypeNode(found.type))
    throw new Error(`${path} declares no union ${name}`);
  return found.type.types.map((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : type.getText(),
  );
}
