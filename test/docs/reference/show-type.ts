import { isKind, membersOf, type Declaration, type Type } from "./reflection";

/** Finds an export of the package by TypeDoc's number for it. */
export type Lookup = (id: number) => Declaration | undefined;

/** Wrappers that say who hands a value over, not what it is. */
const WRAPPERS = ["Input", "Output", "OutputInstance", "NestedInput", "NonNullable", "Readonly"];

/** The type as a reader of the page wants it: without `Input`, `Output` and `readonly`, and with no part twice. */
export function showType(type: Type | undefined, lookup: Lookup): string {
  return type === undefined ? "unknown" : [...new Set(partsOf(type, lookup))].join(" | ");
}

/** Whether `undefined` is one of the values of an output. */
export function mayBeUndefined(type: Type | undefined, lookup: Lookup): boolean {
  return type !== undefined && partsOf(type, lookup).includes("undefined");
}

/** The members of a union, or the one type that there is. */
function partsOf(type: Type, lookup: Lookup): string[] {
  if (type.type === "union") return type.types.flatMap((part) => partsOf(part, lookup));
  const inner = wrapped(type);
  return inner === undefined ? [single(type, lookup)] : partsOf(inner, lookup);
}

function wrapped(type: Type): Type | undefined {
  if (type.type === "typeOperator" && type.operator === "readonly") return type.target;
  if (type.type !== "reference") return undefined;
  return WRAPPERS.includes(lastNameOf(type.name)) ? type.typeArguments?.[0] : undefined;
}

function single(type: Type, lookup: Lookup): string {
  switch (type.type) {
    case "intrinsic":
    case "unknown":
      return type.name;
    case "literal":
      return JSON.stringify(type.value);
    case "array":
      return `${grouped(showType(type.elementType, lookup))}[]`;
    case "tuple":
      return `[${(type.elements ?? []).map((element) => showType(element, lookup)).join(", ")}]`;
    case "namedTupleMember":
      return showType(type.element, lookup);
    case "intersection":
      return type.types.map((part) => grouped(showType(part, lookup))).join(" & ");
    case "query":
      return `typeof ${type.queryType.name}`;
    case "typeOperator":
      return `${type.operator} ${showType(type.target, lookup)}`;
    case "indexedAccess":
      return indexed(type.objectType, type.indexType, lookup);
    case "predicate":
      return type.targetType === undefined
        ? "boolean"
        : `${type.name} is ${showType(type.targetType, lookup)}`;
    case "reflection":
      return reflected(type.declaration, lookup);
    case "reference": {
      const name = lastNameOf(type.name);
      if (name === "ID") return "string";
      const given = (type.typeArguments ?? []).map((argument) => showType(argument, lookup)).join(", ");
      return given === "" || given === defaultsOf(type.target, lookup) ? name : `${name}<${given}>`;
    }
    case "mapped":
      return `{ [${type.parameter} in ${showType(type.parameterType, lookup)}]: ${showType(type.templateType, lookup)} }`;
    case "conditional": {
      const question = `${showType(type.checkType, lookup)} extends ${showType(type.extendsType, lookup)}`;
      return `${question} ? ${showType(type.trueType, lookup)} : ${showType(type.falseType, lookup)}`;
    }
    case "inferred":
      return `infer ${type.name}`;
    default:
      throw new Error(`The reference does not know how to show a type of kind ${type.type}`);
  }
}

/** What the parameters of a generic type are where they are left out. */
function defaultsOf(target: unknown, lookup: Lookup): string {
  const parameters = typeof target === "number" ? (lookup(target)?.typeParameters ?? []) : [];
  return parameters.map((parameter) => showType(parameter.default, lookup)).join(", ");
}

/** `pulumi.Input` is `Input`. */
function lastNameOf(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** `LaunchOptions["attempts"]` is the type of that property. */
function indexed(object: Type, index: Type, lookup: Lookup): string {
  if (object.type === "reference" && typeof object.target === "number" && index.type === "literal") {
    const property = lookup(object.target)?.children?.find(({ name }) => name === index.value);
    if (property?.variant === "declaration") return showType(property.type, lookup);
  }
  return `${showType(object, lookup)}[${showType(index, lookup)}]`;
}

/** An object or a function that is written where it is used. */
function reflected(declaration: Declaration, lookup: Lookup): string {
  const [signature] = declaration.signatures ?? [];
  if (signature !== undefined) {
    const parameters = (signature.parameters ?? []).map(
      ({ name, type }) => `${name}: ${showType(type, lookup)}`,
    );
    return `(${parameters.join(", ")}) => ${showType(signature.type, lookup)}`;
  }
  const members = membersOf(declaration).map(
    ({ name, flags, type }) => `${name}${flags.isOptional === true ? "?" : ""}: ${showType(type, lookup)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function grouped(text: string): string {
  return / [|=]/.test(text) && !/^[[{]/.test(text) ? `(${text})` : text;
}

/** The exports that a type names, also inside others. */
export function namedIn(type: Type | undefined, lookup: Lookup): Declaration[] {
  const found: Declaration[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    if (
      "type" in value &&
      value.type === "reference" &&
      "target" in value &&
      typeof value.target === "number"
    ) {
      const declaration = lookup(value.target);
      if (declaration !== undefined) found.push(declaration);
    }
    for (const [key, part] of Object.entries(value)) if (key !== "comment") visit(part);
  };
  visit(type);
  return found;
}

/** Whether TypeDoc writes the meaning of an alias wherever it is used, and not its name. */
export function isExpanded(declaration: Declaration): boolean {
  return isKind(declaration, "typeAlias") && declaration.type?.type === "indexedAccess";
}
