import type { JSONOutput } from "typedoc" with { "resolution-mode": "import" };

/** What TypeDoc writes down of the package, as JSON: https://typedoc.org/api/modules/JSONOutput.html */
export type Project = JSONOutput.ProjectReflection;
export type Declaration = JSONOutput.DeclarationReflection;
export type Signature = JSONOutput.SignatureReflection;
export type Parameter = JSONOutput.ParameterReflection;
export type Comment = JSONOutput.Comment;
export type CommentPart = JSONOutput.CommentDisplayPart;
export type Type = JSONOutput.SomeType;

/** TypeDoc's numbers for kinds of declarations (`ReflectionKind`). */
const KINDS = {
  function: 64,
  class: 128,
  interface: 256,
  property: 1024,
  typeAlias: 2_097_152,
} as const;

/** Whether a declaration is of a kind. */
export function isKind({ kind }: Declaration, name: keyof typeof KINDS): boolean {
  const number: number = kind;
  return number === KINDS[name];
}

/** The members of a declaration, in the order of the source. */
export function membersOf(declaration: Declaration): readonly Declaration[] {
  return (declaration.children ?? []).filter(
    (child): child is Declaration => child.variant === "declaration",
  );
}

/** The properties of a class or an interface, in the order of the source. */
export function propertiesOf(declaration: Declaration): readonly Declaration[] {
  return membersOf(declaration).filter((member) => isKind(member, "property"));
}
