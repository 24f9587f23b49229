import { isExpanded, namedIn, type Lookup } from "./show-type";
import { isKind, membersOf, propertiesOf, type Declaration, type Project, type Type } from "./reflection";

/** One page of the reference: what it is about, and the types that only it uses. */
export interface PagePlan {
  /** File name without extension. */
  readonly file: string;
  readonly title: string;
  /** A resource, functions, or nothing for the page of the shared types. */
  readonly subjects: readonly Declaration[];
  readonly types: readonly Declaration[];
}

/** Every page, and where each export is. */
export interface Plan {
  readonly pages: readonly PagePlan[];
  readonly lookup: Lookup;
  /** The page of an export, and its anchor there; undefined where it has no place of its own. */
  readonly placeOf: (
    declaration: Declaration,
  ) => { readonly file: string; readonly anchor: string } | undefined;
  /** Whether a program writes values of this type, rather than receives them. */
  readonly isWritten: (type: Declaration) => boolean;
}

/** Every page says in a sentence that inputs may be outputs, instead of showing this type. */
const EXPLAINED = ["NestedInput"];
const SHARED = { file: "shared-types", title: "Shared types", subjects: [] } as const;
const EMULATOR = { file: "emulator", title: "The emulator" } as const;

/**
 * A page for each resource and each function; the `Output` form of a function shares its page, and so do the functions of
 * the emulator. A type goes to the one page that uses it, and to the page of shared types where several do.
 */
export function planPages(project: Project): Plan {
  const own = exportsOf(project, "index");
  const emulator = exportsOf(project, "emulator/start-emulator");
  const exports = [...own, ...emulator];
  const byId = new Map<number, Declaration>(exports.map((declaration) => [declaration.id, declaration]));
  const lookup: Lookup = (id) => byId.get(id);

  const subjects = exports.filter(isSubject);
  const titles = [...new Set(own.filter(isSubject).map(({ name }) => name.replace(/Output$/, "")))];
  const families = [
    ...titles.map((title) => ({
      title,
      file: fileNameOf(title),
      subjects: subjects.filter(({ name }) => name === title || name === `${title}Output`),
    })),
    { ...EMULATOR, subjects: emulator.filter(isSubject) },
  ];
  const reachable = (from: readonly Type[]): Declaration[] => reachableFrom(from, lookup, subjects);
  const used = families.map((family) =>
    reachable(family.subjects.flatMap((subject) => typesOf(subject, lookup))).filter(
      (type) => !EXPLAINED.includes(type.name) && !isExpanded(type),
    ),
  );
  const usesOf = (type: Declaration): number => used.filter((types) => types.includes(type)).length;
  const unused = own.filter(
    (type) => usesOf(type) === 0 && !isSubject(type) && !EXPLAINED.includes(type.name) && !isExpanded(type),
  );
  const shared = [...new Set([...used.flat().filter((type) => usesOf(type) > 1), ...unused])];
  const pages: PagePlan[] = [
    ...families.map((family, index) => ({
      ...family,
      types: (used[index] ?? []).filter((type) => usesOf(type) === 1),
    })),
    ...(shared.length === 0 ? [] : [{ ...SHARED, types: shared }]),
  ];
  const written = reachable(subjects.flatMap((subject) => parametersOf(subject)));
  return {
    pages,
    lookup,
    placeOf: (declaration) => {
      const page = pages.find(({ subjects: about, types }) => [...about, ...types].includes(declaration));
      if (page === undefined) return undefined;
      if (page.subjects.includes(declaration)) return { file: page.file, anchor: "" };
      const isArguments = page.subjects.some((subject) => argumentsOf(subject, lookup) === declaration);
      return { file: page.file, anchor: isArguments ? "arguments" : declaration.name.toLowerCase() };
    },
    isWritten: (type) => written.includes(type),
  };
}

/** The interface of the arguments that the constructor of a resource takes. */
export function argumentsOf(resource: Declaration, lookup: Lookup): Declaration | undefined {
  const signature = membersOf(resource).find(({ name }) => name === "constructor")?.signatures?.[0];
  return namedIn(signature?.parameters?.find(({ name }) => name === "args")?.type, lookup)[0];
}

/** The outputs of a resource that are no arguments. */
export function outputsOf(resource: Declaration, lookup: Lookup): readonly Declaration[] {
  const args = argumentsOf(resource, lookup);
  const named = args === undefined ? [] : propertiesOf(args).map(({ name }) => name);
  return propertiesOf(resource).filter(({ name }) => !named.includes(name));
}

function exportsOf({ children = [] }: Project, entryPoint: string): Declaration[] {
  const found = children.find(({ name }) => name === entryPoint);
  if (found === undefined) throw new Error(`TypeDoc read no entry point ${entryPoint}`);
  return (found.children ?? []).filter((child): child is Declaration => child.variant === "declaration");
}

/** Resources and functions; a class of errors belongs to the function that tells them apart. */
function isSubject(declaration: Declaration): boolean {
  return (
    isKind(declaration, "function") || (isKind(declaration, "class") && !declaration.name.endsWith("Error"))
  );
}

function fileNameOf(title: string): string {
  return title.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}

/** What the types name, what that names, and so on, nearest first; what has a page of its own is not entered. */
function reachableFrom(
  types: readonly Type[],
  lookup: Lookup,
  subjects: readonly Declaration[],
): Declaration[] {
  const found: Declaration[] = [];
  let next = [...types];
  while (next.length > 0) {
    const named = [...new Set(next.flatMap((type) => namedIn(type, lookup)))].filter(
      (declaration) => !subjects.includes(declaration) && !found.includes(declaration),
    );
    found.push(...named);
    next = named.flatMap((declaration) => typesOf(declaration, lookup));
  }
  return found;
}

function parametersOf({ signatures, children }: Declaration): Type[] {
  const own = (signatures ?? []).flatMap(({ parameters }) => (parameters ?? []).map(({ type }) => type));
  const members = (children ?? []).flatMap((child) =>
    child.variant === "declaration" ? parametersOf(child) : [],
  );
  return [...own, ...members].filter((type) => type !== undefined);
}

/** The types of a declaration and of what is shown of its members. */
function typesOf(declaration: Declaration, lookup: Lookup): Type[] {
  const shown =
    isKind(declaration, "class") && isSubject(declaration)
      ? [
          ...membersOf(declaration).filter((member) => !isKind(member, "property")),
          ...outputsOf(declaration, lookup),
        ]
      : membersOf(declaration);
  const returned = (declaration.signatures ?? []).map(({ type }) => type);
  return [declaration.type, ...parametersOf({ ...declaration, children: [] }), ...returned]
    .filter((type) => type !== undefined)
    .concat(shown.flatMap((member) => typesOf(member, lookup)));
}
