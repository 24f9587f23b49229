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
 * The arguments that the service shows differently from what was requested, with what it shows; undefined: it shows none.
 * `{ ...asked, ...changed }` is the template as it is.
 */
export type ChangedTemplateFields = { readonly [K in keyof TemplateInputs]?: TemplateInputs[K] | undefined };

/** Text fields that are empty where they are not requested. */
const TEXTS = ["name", "desc", "readme", "argsStr", "dockerLoginRepo", "dockerLoginUser"] as const;

/**
 * Fields that the service fills in by rules of its own where they are not requested: then no value of them is drift.
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
 * The fields of a template that were changed outside Pulumi; `template/update` repairs them. A field that the service does not return is not compared. Meaning is
 * compared, not spelling: docker flags by variable and port, filters as JSON, disk as a float, empty as absent, a tag
 * within the image as a tag, runtypes by family, a packed script as the script.
 */
export function changedTemplateFields(record: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
  return {
    ...changedTexts(record, asked),
    ...changedFilledIn(record, asked),
    ...changedImage(record, asked),
    ...changedFlags(record, asked),
    ...changedRuntype(record, asked),
    ...changedOnstart(record, asked),
    ...changedFilters(record, asked),
    ...changedDisk(record, asked),
    ...(record.private === undefined || record.private === asked.private ? {} : { private: record.private }),
  };
}

function changedTexts(record: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
  const changed: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const field of TEXTS) {
    const shown = record[field];
    if (shown !== undefined && shown !== (asked[field] ?? "")) changed[field] = shown;
  }
  return changed;
}

function changedFilledIn(record: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
  const fields = FILLED_IN.filter((field) => {
    const [shown, wanted] = [record[field], asked[field]];
    return shown !== undefined && wanted !== undefined && canonicalJson(shown) !== canonicalJson(wanted);
  });
  return fields.reduce<ChangedTemplateFields>(
    (changed, field) => ({ ...changed, [field]: record[field] }),
    {},
  );
}

function changedImage(record: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
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

function changedFlags(record: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
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

function changedRuntype({ runtype }: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
  const shown = runtypeFamily(runtype);
  return shown === undefined || shown === (asked.runtype ?? "args") ? {} : { runtype: shown };
}

function changedOnstart({ onstart: shown }: TemplateRecord, asked: TemplateInputs): ChangedTemplateFields {
  const wanted = asked.onstart ?? "";
  if (shown === undefined || shown.trim() === wanted.trim()) return {};
  const packed = packOnstart(wanted);
  return "text" in packed && packed.text === shown ? {} : { onstart: shown };
}

function changedFilters(
  { extraFilters: shown }: TemplateRecord,
  asked: TemplateInputs,
): ChangedTemplateFields {
  if (shown === undefined) return {};
  const isSame = canonicalFilters(shown) === canonicalFilters(asked.extraFilters ?? {});
  return isSame ? {} : { extraFilters: shown };
}

function changedDisk(
  { recommendedDiskSpace: shown }: TemplateRecord,
  asked: TemplateInputs,
): ChangedTemplateFields {
  const wanted = asked.recommendedDiskSpace ?? DEFAULT_DISK_GB;
  // Sizes come back as floats.
  const isSame = shown === undefined || Math.abs(shown - wanted) <= 1e-6 * wanted;
  return isSame ? {} : { recommendedDiskSpace: shown };
}
