import { readFileSync } from "node:fs";
import ts from "typescript";

function declarations(path: string): ts.Statement[] {
  return [...ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true).statements];
}

/** The properties of an interface. */
export function propertiesOf(path: string, name: string): string[] {
  const found = declarations(path).find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined) throw new Error(`${path} declares no interface ${name}`);
  return found.members.map((member) => member.name?.getText() ?? "");
}

/** The outputs that a class declares. */
export function outputsOf(path: string, name: string): string[] {
  const found = declarations(path).find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.name?.text === name,
  );
  if (found === undefined) throw new Error(`${path} declares no class ${name}`);
  return found.members
    .filter((member) => ts.isPropertyDeclaration(member))
    .map((member) => member.name.getText());
}

/** The texts of a union of literals. */
export function membersOf(path: string, name: string): string[] {
  const found = declarations(path).find(
    (statement): statement is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined || !ts.isUnionTypeNode(found.type))
    throw new Error(`${path} declares no union ${name}`);
  return found.type.types.map((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? type.literal.text : type.getText(),
  );
}
