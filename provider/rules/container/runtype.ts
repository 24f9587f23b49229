/** Every spelling that an instance may be created with. */
export const RUNTYPES = [
  "ssh",
  "jupyter",
  "args",
  "ssh_proxy",
  "ssh_direct",
  "jupyter_proxy",
  "jupyter_direct",
] as const;

/**
 * The access to an instance, as requests spell it. `ssh` means `ssh_proxy`, `jupyter` for `jupyter_proxy`. Every
 * jupyter runtype has SSH too; `args` has neither. Source: the service's API specification, runtypes.
 */
export type Runtype = (typeof RUNTYPES)[number];

/** The access to a machine launched from a template, as templates spell it; whether it is direct is a flag of its own. */
export type TemplateRuntype = "ssh" | "jupyter" | "args";

/** The kind of access: what distinguishes runtypes once aliases are resolved. */
export type RuntypeFamily = "ssh" | "jupyter" | "args";

/**
 * The family of a runtype in any spelling: the documented words, and the lists of words that records show
 * (`jupyter_direc ssh_direc ssh_proxy`, whose missing `t` is real). undefined for a word that is not known.
 */
export function runtypeFamily(runtype: string | undefined): RuntypeFamily | undefined {
  const words = (runtype ?? "").toLowerCase().split(/[\s,_]+/);
  if (words.includes("jupyter")) return "jupyter";
  if (words.includes("ssh")) return "ssh";
  return words.includes("args") ? "args" : undefined;
}

/** Whether ports are opened for a direct connection, rather than through the service's proxy. */
export function isDirectRuntype(runtype: string | undefined): boolean {
  return /_direct?\b/.test(runtype ?? "");
}

/** What a runtype opens on the machine by itself, as keys of a port map. Source: the API's runtype table. */
export function runtypePorts(runtype: string | undefined): readonly string[] {
  if (!isDirectRuntype(runtype)) return [];
  return runtypeFamily(runtype) === "jupyter" ? ["22/tcp", "8080/tcp"] : ["22/tcp"];
}

/** Whether a machine has SSH access where nothing else is said: every runtype but `args` has it. */
export function hasSshByDefault(runtype: string): boolean {
  return runtypeFamily(runtype) !== "args";
}

/** The arguments that decide the runtype where none is given. */
export interface RuntypeChoice {
  readonly runtype?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly argsStr?: string | undefined;
  readonly templateHashId?: string | undefined;
}

/**
 * The runtype an instance will have: the argument; else undefined where a template decides; else `args` where
 * arguments are given, else `ssh` (the service's own defaults).
 */
export function effectiveRuntype(choice: RuntypeChoice): string | undefined {
  if (choice.runtype !== undefined) return choice.runtype;
  if (choice.templateHashId !== undefined) return undefined;
  return (choice.args?.length ?? 0) > 0 || (choice.argsStr ?? "") !== "" ? "args" : "ssh";
}
