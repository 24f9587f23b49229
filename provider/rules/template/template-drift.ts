import { canonicalJson } from "../validation/canonical-json";
import { parseDockerFlags } from "../container/docker-flags";
import { canonicalImage, parseImage } from "../container/image-reference";
import { canonicalFilters } from "./extra-filters";
import { packOnstart } from "../container/onstart-packing";
import { canonicalPort } from "../container/port-mapping";
import { runtypeFamily } from "../container/runtype";
import { templateFlags } from "./template-changes";
import type { TemplateInputs } from "./template-inputs";
import type { TemplateRecord } from "./template-record";
import { DEFAULT_DISK_GB } from "../service-facts";

/**
 * The arguments that the service shows otherwise than they were asked, with what it shows; undefined: it shows none.
 * `{ ...asked, ...drift }` is the template as it is.
 */
export type TemplateDrift = { readonly [K in keyof TemplateInputs]?: TemplateInputs[K] | undefined };

/** Text fields that are empty where they are not asked for. */
const TEXTS = ["name", "desc", "readme", "argsStr", "dockerLoginRepo", "dockerLoginUser"] as const;

/**
 * Fields that the service fills in by rules of its own where they are not asked for: then no value of them is drift.
 * (`href` and `repo` are derived from the image, the flags from the runtype.)
 */
const FILLED_IN = [
  "jupyterDir",
  "href",
  "repo",
  "sshDirect",
  "useSsh",
  "jupDirect",
  "useJupyterLab",
  "volumeInfo",
] as const;

/**
 * What of a template was changed behind our back. A field that the service does not return is not compared. Meaning is
 * compared, not spelling: docker flags by variable and port, filters as JSON, disk as a float, empty as absent, a tag
 * within the image as a tag, runtypes by family, a packed script as the script.
 */
export function templateDrift(record: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  return {
    ...textDrift(record, asked),
    ...filledInDrift(record, asked),
    ...imageDrift(record, asked),
    ...flagDrift(record, asked),
    ...runtypeDrift(record, asked),
    ...onstartDrift(record, asked),
    ...filterDrift(record, asked),
    ...diskDrift(record, asked),
    ...(record.private === undefined || record.private === asked.private ? {} : { private: record.private }),
  };
}

function textDrift(record: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  const drift: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const field of TEXTS) {
    const shown = record[field];
    if (shown !== undefined && shown !== (asked[field] ?? "")) drift[field] = shown;
  }
  return drift;
}

function filledInDrift(record: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  const fields = FILLED_IN.filter((field) => {
    const [shown, wanted] = [record[field], asked[field]];
    return shown !== undefined && wanted !== undefined && canonicalJson(shown) !== canonicalJson(wanted);
  });
  return fields.reduce<TemplateDrift>((drift, field) => ({ ...drift, [field]: record[field] }), {});
}

function imageDrift(record: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  if (record.image === undefined) return {};
  const shownTag = record.tag === undefined || record.tag === "" ? undefined : record.tag;
  const shown = parseImage(record.image);
  const tagIsHidden = shownTag === undefined && shown.tag === undefined && shown.digest === undefined;
  const isSame = tagIsHidden
    ? shown.repository === parseImage(asked.image).repository
    : canonicalImage(record.image, shownTag) === canonicalImage(asked.image, asked.tag);
  if (isSame) return {};
  const tag = shown.tag ?? shownTag;
  if (asked.tag !== undefined && shown.digest === undefined) return { image: shown.repository, tag };
  if (shown.digest !== undefined) return { image: record.image, tag: undefined };
  return { image: tag === undefined ? shown.repository : `${shown.repository}:${tag}`, tag: undefined };
}

function flagDrift(record: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  if (record.env === undefined) return {};
  const shown = parseDockerFlags(record.env);
  const wanted = parseDockerFlags(templateFlags(asked));
  const ports = (list: readonly string[]): string => list.map(canonicalPort).toSorted().join();
  return {
    ...(canonicalJson(shown.env) === canonicalJson(wanted.env) ? {} : { env: shown.env }),
    ...(ports(shown.ports) === ports(wanted.ports) ? {} : { ports: shown.ports.map(canonicalPort) }),
    ...(shown.options === wanted.options ? {} : { dockerOptions: shown.options }),
  };
}

function runtypeDrift({ runtype }: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  const shown = runtypeFamily(runtype);
  return shown === undefined || shown === (asked.runtype ?? "args") ? {} : { runtype: shown };
}

function onstartDrift({ onstart: shown }: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  const wanted = asked.onstart ?? "";
  if (shown === undefined || shown.trim() === wanted.trim()) return {};
  const packed = packOnstart(wanted);
  return "text" in packed && packed.text === shown ? {} : { onstart: shown };
}

function filterDrift({ extraFilters: shown }: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  if (shown === undefined) return {};
  const isSame = canonicalFilters(shown) === canonicalFilters(asked.extraFilters ?? {});
  return isSame ? {} : { extraFilters: shown };
}

function diskDrift({ recommendedDiskSpace: shown }: TemplateRecord, asked: TemplateInputs): TemplateDrift {
  const wanted = asked.recommendedDiskSpace ?? DEFAULT_DISK_GB;
  // Sizes come back as floats.
  const isSame = shown === undefined || Math.abs(shown - wanted) <= 1e-6 * wanted;
  return isSame ? {} : { recommendedDiskSpace: shown };
}
