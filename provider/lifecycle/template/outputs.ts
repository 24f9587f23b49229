import { changedTemplateFields } from "../../rules/template/changed-template-fields";
import { parseTemplateInputs } from "../../rules/template/template-inputs";
import type { TemplateRecord } from "../../rules/template/template-record";
import { isRecord, plain, type Properties } from "../engine/engine-values";
import type { RecordedOwner } from "../session/owner";
import { templateInputsOf } from "./arguments";
import { HIDDEN } from "../../state/hidden";

/** The outputs of a template: the arguments as requested, and the service's own outputs. */
export function templateOutputs(
  properties: Properties,
  record: Pick<TemplateRecord, "id" | "hashId"> & Partial<TemplateRecord>,
  owner: RecordedOwner = {},
): Record<string, unknown> {
  return plain({
    ...properties,
    templateId: record.id,
    hashId: record.hashId,
    creatorId: record.creatorId ?? properties["creatorId"],
    createdAt: record.createdAt ?? properties["createdAt"],
    countCreated: record.countCreated ?? properties["countCreated"],
    [HIDDEN.account]: owner.account ?? properties[HIDDEN.account],
    [HIDDEN.baseUrl]: owner.baseUrl ?? properties[HIDDEN.baseUrl],
    [HIDDEN.drift]: undefined,
    [HIDDEN.asked]: undefined,
  });
}

/**
 * The state's properties with what the service shows now. What was changed outside Pulumi replaces what was
 * requested, which is put aside; what the service does not return keeps its value.
 */
export function templateReading(props: Properties, record: TemplateRecord): Record<string, unknown> {
  const asked = askedInputs(props);
  const drift: Properties = changedTemplateFields(record, parseTemplateInputs(asked));
  const drifted = Object.keys(drift);
  const putAside = Object.fromEntries(drifted.map((name) => [name, asked[name] ?? null]));
  return plain({
    ...templateOutputs({ ...props, ...asked }, record),
    ...drift,
    [HIDDEN.drift]: drifted.length === 0 ? undefined : drifted,
    [HIDDEN.asked]: drifted.length === 0 ? undefined : putAside,
  });
}

/** The arguments as requested, whatever the last read saw. */
export function askedInputs(props: Properties): Record<string, unknown> {
  const putAside = props[HIDDEN.asked];
  const asked = templateInputsOf(isRecord(putAside) ? { ...props, ...putAside } : props);
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null));
}
