import {
  checkProperties,
  custom,
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  text,
  type Rule,
  type RulesFor,
} from "./argument-rules";
import { ENTRY_LIMIT, environmentRule } from "./environment";
import { Findings } from "./findings";
import { imageLoginRule } from "./image-login";
import { imageRule } from "./image-reference";
import { checkInstanceContent } from "./instance-check-content";
import { checkInstanceMarket } from "./instance-check-market";
import type { InstanceInputs, LaunchOptions, VolumeInfo } from "./instance-inputs";
import { LABEL_LIMIT, parseLaunchLabel } from "./launch-token";
import { onstartRule } from "./onstart-rule";
import { portsRule } from "./port-mapping";
import { RUNTYPES } from "./runtype";
import { searchRule } from "./search-rule";
import { DISK_MINIMUM_GB, type CheckedInputs } from "./template-check";
import { isUnknown } from "./unknown";

/** Root arguments of an instance whose values may be secret. */
export const SECRET_INSTANCE_ARGUMENTS = [
  "env",
  "onstart",
  "args",
  "argsStr",
  "imageLogin",
] as const satisfies readonly (keyof InstanceInputs)[];

function templateHashRule(): Rule<string> {
  return text({
    min: 1,
    max: 256,
    also: (hash) => (/^\d{1,20}$/.test(hash) ? "to be a template's hash, not its numeric id" : undefined),
  });
}

function labelRule(): Rule<string> {
  return text({
    min: 1,
    max: LABEL_LIMIT,
    also: (label) =>
      parseLaunchLabel(label) === undefined ? undefined : "not to end like a launch token of this provider",
  });
}

function offerIdsRule(): Rule<readonly number[]> {
  const offerId = number({ min: 1, whole: true });
  return custom((value, path, findings) => {
    const ids = listOf(offerId, { min: 1 }).check(value, path, findings);
    if (!Array.isArray(value)) return ids;
    value.forEach((id: unknown, index) => {
      const first = value.indexOf(id);
      if (first < index && !isUnknown(id)) {
        findings.add(
          `${path}[${index}]`,
          `\`${path}[${index}]\` names offer ${String(id)} again, after \`${path}[${first}]\``,
        );
      }
    });
    return ids;
  });
}

const VOLUME: RulesFor<VolumeInfo> = {
  createNew: custom((value, path, findings) => {
    if (value === true) {
      findings.add(
        path,
        `\`${path}\` is not supported: a volume created with a machine could be neither tracked nor deleted, ` +
          "and would bill on. Create the volume first, and link it by its `volumeId`",
      );
    } else {
      flag().check(value, path, findings);
    }
    return value;
  }),
  volumeId: number({ min: 1, whole: true }),
  mountPath: text({ min: 1, also: (path) => (path.startsWith("/") ? undefined : "to be an absolute path") }),
};

const LAUNCH: RulesFor<LaunchOptions> = {
  attempts: number({ min: 1, max: 20, whole: true }),
  loadTimeoutSeconds: number({ min: 30, max: 86_400, unit: " seconds" }),
  waitFor: oneOf("running", "ports", "none"),
  ignoreOrphans: flag(),
};

/** What each argument must be by itself. */
const RULES: RulesFor<InstanceInputs> = {
  image: imageRule(),
  templateHashId: templateHashRule(),
  env: environmentRule({ entry: ENTRY_LIMIT }),
  ports: portsRule(),
  onstart: onstartRule(),
  runtype: oneOf(...RUNTYPES),
  args: listOf(text()),
  argsStr: text(),
  useJupyterLab: flag(),
  jupyterDir: text({ min: 1, max: 4096 }),
  pythonUtf8: flag(),
  langUtf8: flag(),
  user: text({ min: 1, max: 256 }),
  imageLogin: imageLoginRule(),
  vm: flag(),
  disk: number({ min: DISK_MINIMUM_GB, unit: " GB" }),
  volumeInfo: objectOf<VolumeInfo>(VOLUME, ["volumeId", "mountPath"]),
  force: flag(),
  cancelUnavail: flag(),
  search: searchRule(),
  offerIds: offerIdsRule(),
  maxHourlyPriceUsd: number({ above: 0 }),
  price: number({ min: 0.001, max: 128, unit: " $/h" }),
  label: labelRule(),
  targetState: oneOf("running", "stopped"),
  launch: objectOf<LaunchOptions>(LAUNCH),
};

/**
 * Every mistake in the arguments of an instance, and the arguments normalised: null is left out, `targetState` is
 * "running" where it is not given, `search` is a list of queries in their one spelling, and so are ports. A value that
 * is not known yet is never a mistake.
 */
export function checkInstanceInputs(raw: Readonly<Record<string, unknown>>): CheckedInputs {
  const findings = new Findings(SECRET_INSTANCE_ARGUMENTS);
  const checked = checkProperties(raw, RULES, [], "", findings);
  const inputs: Record<string, unknown> = { targetState: "running", ...checked };
  checkInstanceContent(inputs, findings);
  checkInstanceMarket(inputs, findings);
  return { failures: [...findings.failures], inputs };
}
