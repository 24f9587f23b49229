import {
  checkProperties,
  custom,
  flag,
  isRecord,
  number,
  oneOf,
  text,
  type Rule,
  type RulesFor,
} from "./argument-rules";
import type { CheckFailure } from "./check-failure";
import { dockerOptionsRule } from "./docker-options";
import { environmentRule } from "./environment";
import { extraFiltersRule } from "./extra-filters";
import { Findings } from "./findings";
import { imageRule } from "./image-reference";
import { onstartRule } from "./onstart-rule";
import { portsRule } from "./port-mapping";
import { checkTemplateTogether } from "./template-check-together";
import type { TemplateInputs } from "./template-inputs";

/** Root arguments of a template whose values may be secret. */
export const SECRET_TEMPLATE_ARGUMENTS = [
  "env",
  "onstart",
  "argsStr",
  "dockerOptions",
  "dockerLoginUser",
  "dockerLoginPass",
] as const satisfies readonly (keyof TemplateInputs)[];

/** Least disk in GB that the service rents. */
export const DISK_MINIMUM_GB = 8;

/** What a checked resource gives: every mistake, and the arguments normalised. */
export interface CheckedInputs {
  readonly failures: CheckFailure[];
  readonly inputs: Record<string, unknown>;
}

function linkRule(): Rule<string> {
  return text({
    max: 2048,
    also: (link) =>
      link === "" || /^https?:\/\/[^\s/]+\S*$/i.test(link) ? undefined : "to be an http or https link",
  });
}

/** Any object: the service's pages read it, nothing else does. */
function hintRule(): Rule<Readonly<Record<string, unknown>>> {
  return custom((value, path, findings) => {
    if (!isRecord(value)) findings.expected(path, "to be an object", value);
    return value;
  });
}

/** What each argument must be by itself. Limits that the service does not document keep out what cannot be meant. */
const RULES: RulesFor<TemplateInputs> = {
  name: text({ min: 1, max: 200 }),
  image: imageRule(),
  tag: text({ max: 128, also: (tag) => (/[\s/]/.test(tag) ? "to be a tag alone" : undefined) }),
  desc: text({ max: 10_000 }),
  readme: text({ max: 100_000 }),
  env: environmentRule(),
  ports: portsRule(),
  dockerOptions: dockerOptionsRule(),
  onstart: onstartRule(),
  runtype: oneOf("ssh", "jupyter", "args"),
  argsStr: text({ max: 4096 }),
  sshDirect: flag(),
  useSsh: flag(),
  jupDirect: flag(),
  jupyterDir: text({ max: 4096 }),
  useJupyterLab: flag(),
  dockerLoginRepo: text({ max: 1024 }),
  dockerLoginUser: text({ max: 1024 }),
  dockerLoginPass: text({ max: 32_768 }),
  href: linkRule(),
  repo: text({ max: 1024 }),
  extraFilters: extraFiltersRule(),
  recommendedDiskSpace: number({ min: DISK_MINIMUM_GB, unit: " GB" }),
  private: flag(),
  volumeInfo: hintRule(),
};

/**
 * Every mistake in the arguments of a template, and the arguments normalised: null is left out, `private` is true
 * where it is not given, filters and ports are in their one spelling. A value that is not known yet is never a mistake.
 */
export function checkTemplateInputs(raw: Readonly<Record<string, unknown>>): CheckedInputs {
  const findings = new Findings(SECRET_TEMPLATE_ARGUMENTS);
  const checked = checkProperties(raw, RULES, ["name", "image"], "", findings);
  const inputs: Record<string, unknown> = { private: true, ...checked };
  checkTemplateTogether(inputs, findings);
  return { failures: [...findings.failures], inputs };
}
