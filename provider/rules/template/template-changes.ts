import { canonicalJson } from "../validation/canonical-json";
import { renderDockerFlags } from "../container/docker-flags";
import { parseImage } from "../container/image-reference";
import { hasSshByDefault } from "../container/runtype";
import { TEMPLATE_ARGUMENTS } from "../../state/output-names";
import { canonicalFilters } from "./extra-filters";
import type { TemplateInputs } from "./template-inputs";
import { DEFAULT_DISK_GB } from "../service-facts";

/** The arguments that become the docker-flag text. */
type FlagArgument = "env" | "ports" | "dockerOptions";
type OwnField = Exclude<keyof TemplateInputs, FlagArgument>;
type FieldValues = { [K in OwnField]: NonNullable<TemplateInputs[K]> | null };

/** What a template edit sends: the changed fields, `env` as the docker-flag text; null resets. */
export type TemplateChanges = Readonly<Partial<FieldValues>> & { readonly env?: string };

const FLAG_ARGUMENTS: readonly string[] = ["env", "ports", "dockerOptions"] satisfies FlagArgument[];

/** Every argument that is a wire field of its own. */
export const TEMPLATE_FIELDS = TEMPLATE_ARGUMENTS.filter(
  (name): name is OwnField => !FLAG_ARGUMENTS.includes(name),
);

/**
 * What is sent for a removed argument, so that the service forgets the old value. The API specification gives the defaults of
 * `runtype` and `recommendedDiskSpace`, and null for `jupyterDir` and `volumeInfo`; text is emptied. A removed `tag`
 * becomes "latest", its documented default, unless the image carries a tag of its own.
 */
export const RESET_VALUES: Readonly<Omit<FieldValues, "name" | "image" | "private" | "tag">> = {
  desc: "",
  readme: "",
  onstart: "",
  runtype: "args",
  argsStr: "",
  sshDirect: false,
  useSsh: false,
  jupDirect: false,
  jupyterDir: null,
  useJupyterLab: false,
  dockerLoginRepo: "",
  dockerLoginUser: "",
  dockerLoginPass: "",
  href: "",
  repo: "",
  extraFilters: {},
  recommendedDiskSpace: DEFAULT_DISK_GB,
  volumeInfo: null,
};

/** The docker-flag text of a template's three flag arguments; empty where there are none. */
export function templateFlags(inputs: Pick<TemplateInputs, FlagArgument>): string {
  return renderDockerFlags({
    env: sortedByName(inputs.env ?? {}),
    ports: inputs.ports ?? [],
    options: inputs.dockerOptions ?? "",
  });
}

/** The order of variables has no meaning, so it must not count as a change. */
function sortedByName(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).sort(([left], [right]) => (left < right ? -1 : 1)));
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isEqual(left: unknown, right: unknown): boolean {
  return isAbsent(left) ? isAbsent(right) : canonicalJson(left) === canonicalJson(right);
}

/**
 * The fields to send in an edit that turns `old` into `next`: only those that changed. Empty where nothing did. Empty
 * text, null and absence are the same.
 */
export function templateChanges(old: Partial<TemplateInputs>, next: TemplateInputs): TemplateChanges {
  const resets: FieldValues = {
    ...RESET_VALUES,
    name: next.name,
    image: next.image,
    private: next.private,
    tag: parseImage(next.image).tag === undefined ? "latest" : "",
    useSsh: hasSshByDefault(next.runtype ?? "args"),
  };
  const changes: Partial<FieldValues> = {};
  for (const field of TEMPLATE_FIELDS) {
    const isSame = field === "extraFilters" ? hasSameFilters(old, next) : isEqual(old[field], next[field]);
    if (!isSame) set(changes, field, next[field], resets[field]);
  }
  const env = templateFlags(next);
  return env === templateFlags(old) ? changes : { ...changes, env };
}

/** A read stores filters as the service spells them. */
function hasSameFilters(old: Partial<TemplateInputs>, next: TemplateInputs): boolean {
  return canonicalFilters(old.extraFilters ?? {}) === canonicalFilters(next.extraFilters ?? {});
}

function set<K extends OwnField>(
  changes: Partial<FieldValues>,
  field: K,
  value: FieldValues[K] | undefined,
  reset: FieldValues[K],
): void {
  changes[field] = value === undefined || value === "" ? reset : value;
}
