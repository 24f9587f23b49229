import type { InstanceRecord } from "../../rules/instance-record";
import type { TemplateRecord } from "../../rules/template-record";
import { isRecord, numberOf, plain, stringOf, stringsOf, type Properties } from "../engine-values";
import { recordedOffer, serviceOutputs, type HiddenOutputs } from "../instance/outputs";
import { launchLabel, parseLaunchLabel } from "../../rules/launch-token";
import type { UnconfirmedRent } from "../../rules/unconfirmed-rent";
import { rentalOf } from "../instance/rental";
import type { RecordedOwner } from "../session";
import { templateOutputs } from "../template/outputs";
import { propertiesOf } from "./checkpoint";
import type { InterruptedCreation } from "./interrupted-creation";

/** GB: what a launch orders where nothing else is said. */
const DEFAULT_DISK_GB = 8;

/** What is written down as the reason why a recovered creation is not complete. */
const REASON = "the launch was interrupted and recovered; the next `pulumi up` continues it";

/**
 * The outputs that `create` would have returned for a machine that still loads. Inputs are taken over as the state has
 * them, encrypted where they are secret; the machine's own secrets stay out until the next `up` reads them.
 */
export function instanceOutputs(
  { inputs, urn, token }: InterruptedCreation,
  record: InstanceRecord,
  owner: RecordedOwner,
  now: number,
  resources: readonly Properties[],
): Record<string, unknown> {
  const rental = rentalOf(record, now);
  const shown = without(serviceOutputs(record), ["jupyterToken"]);
  const hidden: Record<keyof HiddenOutputs, unknown> = {
    // As they stand in the inputs, because a secret one is readable to the engine alone.
    __asked: { label: inputs["label"], targetState: inputs["targetState"], price: inputs["price"] },
    __launchLabel: rental.label,
    __labelUnsupported: undefined,
    __predecessors: predecessorsOf(urn, token, resources),
    __lostRents: undefined,
    __unconfirmedRents: earlierRents(record, now),
    __orphans: undefined,
    __baseUrl: owner.baseUrl,
    __offer: recordedOffer(undefined, record),
    __account: owner.account,
    __phase: "loading",
    __reason: REASON,
    __rentedAt: rental.rentedAt,
    __disk: orderedDisk(inputs) ?? record.diskSpace,
  };
  return plain({
    ...inputs,
    label: record.label ?? inputs["label"],
    targetState: inputs["targetState"] ?? "running",
    ...shown,
    ...hidden,
  });
}

/** Launch tokens of machines before it that the state holds until the next update deletes them: they are no orphans. */
function predecessorsOf(
  urn: string,
  own: string | undefined,
  resources: readonly Properties[],
): string[] | undefined {
  const tokens = resources
    .filter((resource) => resource["urn"] === urn)
    .flatMap((resource) => {
      const outputs = propertiesOf(resource, "outputs");
      return [stringOf(propertiesOf(resource, "inputs")["__token"]), ...stringsOf(outputs["__predecessors"])];
    })
    .filter((token): token is string => token !== undefined && token !== own);
  return tokens.length === 0 ? undefined : [...new Set(tokens)];
}

/**
 * Earlier rents of the same launch. What became of them nobody recorded, and the service may carry one out yet; a later one
 * is sent only once this one is gone.
 */
function earlierRents({ label }: InstanceRecord, now: number): UnconfirmedRent[] | undefined {
  const launch = parseLaunchLabel(label ?? "");
  if (launch === undefined || launch.attempt === 1) return undefined;
  return Array.from({ length: launch.attempt - 1 }, (_, index) => ({
    label: launchLabel("", launch.token, index + 1),
    sentAt: now,
  }));
}

/**
 * The resource's record, complete.
 * @param resources those of its state
 */
export function recoveredResource(
  creation: InterruptedCreation,
  found: { instance: InstanceRecord } | { template: TemplateRecord },
  owner: RecordedOwner,
  now: number,
  resources: readonly Properties[],
): Record<string, unknown> {
  const isInstance = "instance" in found;
  const at = new Date(now).toISOString();
  return {
    ...creation.resource,
    id: String(isInstance ? found.instance.id : found.template.id),
    outputs: isInstance
      ? instanceOutputs(creation, found.instance, owner, now, resources)
      : templateOutputs(creation.inputs, found.template, owner),
    created: at,
    modified: at,
    // Makes the engine call `update` whatever the diff says: it resumes the launch.
    ...(isInstance ? { initErrors: [REASON] } : {}),
  };
}

/**
 * The record of something that is to go: whatever happens from here on, the next `pulumi up` or `pulumi destroy`
 * deletes it. Options that would keep it, or skip its deletion, are left out.
 */
export function doomedResource(resource: Properties): Record<string, unknown> {
  return { ...without(resource, ["protect", "retainOnDelete", "deletedWith", "initErrors"]), delete: true };
}

/** As the launch ordered it; undefined where only a template from elsewhere knows. */
function orderedDisk(inputs: Properties): number | undefined {
  const template = inputs["__template"];
  const own = numberOf(inputs["disk"]);
  if (own !== undefined) return own;
  if (isRecord(template)) return numberOf(template["recommendedDiskSpace"]) ?? DEFAULT_DISK_GB;
  return inputs["template"] === undefined && inputs["templateHashId"] === undefined
    ? DEFAULT_DISK_GB
    : undefined;
}

function without(properties: Properties, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}
