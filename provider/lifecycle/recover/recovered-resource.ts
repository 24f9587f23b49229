import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { TemplateRecord } from "../../rules/template/template-record";
import { isRecord, numberOf, plain, stringOf, stringsOf, type Properties } from "../engine/engine-values";
import { recordedOffer, serviceOutputs } from "../instance/outputs/instance-outputs";
import { launchLabel, parseLaunchLabel } from "../../rules/instance/launch-token";
import { settledAt } from "../../rules/instance/unconfirmed-rent";
import type { UnconfirmedRent } from "../../state/unconfirmed-rent";
import { rentedMachineOf } from "../session/rented-machine";
import type { RecordedOwner } from "../session/owner";
import { templateOutputs } from "../template/outputs";
import { propertiesOf } from "./checkpoint";
import type { InterruptedCreation } from "./interrupted-creation";
import { HIDDEN } from "../../state/hidden";
import type { HiddenInstanceOutputs } from "../../state/hidden-instance-outputs";
import { DEFAULT_DISK_GB, NEWBORN_MS } from "../../rules/service-facts";

/** The recorded reason why a recovered creation is not complete. */
const REASON = "the launch was interrupted and recovered; the next `pulumi up` continues it";

/**
 * The outputs that `create` would have returned for a loading machine. Inputs are copied as the state has
 * them, encrypted where they are secret; the machine's own secrets stay out until the next `up` reads them.
 */
export function instanceOutputs(
  { inputs, urn, token }: InterruptedCreation,
  record: InstanceRecord,
  owner: RecordedOwner,
  now: number,
  resources: readonly Properties[],
  launch?: FoundLaunch,
): Record<string, unknown> {
  const rental = rentedMachineOf(record, now);
  const shown = without(serviceOutputs(record), ["jupyterToken"]);
  const hidden: Record<keyof HiddenInstanceOutputs, unknown> = {
    // As they stand in the inputs, because a secret one is readable to the engine alone.
    [HIDDEN.asked]: { label: inputs["label"], targetState: inputs["targetState"], price: inputs["price"] },
    [HIDDEN.launchLabel]: rental.label,
    [HIDDEN.labelUnsupported]: undefined,
    [HIDDEN.predecessors]: predecessorsOf(urn, token, resources),
    [HIDDEN.lostRents]: undefined,
    [HIDDEN.unconfirmedRents]: openRents(record, launch, now),
    [HIDDEN.orphans]: undefined,
    [HIDDEN.baseUrl]: owner.baseUrl,
    [HIDDEN.offer]: recordedOffer(undefined, record),
    [HIDDEN.account]: owner.account,
    [HIDDEN.phase]: "loading",
    [HIDDEN.reason]: REASON,
    [HIDDEN.rentedAt]: rental.rentedAt,
    [HIDDEN.disk]: orderedDisk(inputs) ?? record.diskSpace,
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
      return [
        stringOf(propertiesOf(resource, "inputs")[HIDDEN.token]),
        ...stringsOf(outputs[HIDDEN.predecessors]),
      ];
    })
    .filter((token): token is string => token !== undefined && token !== own);
  return tokens.length === 0 ? undefined : [...new Set(tokens)];
}

/** What `recover` found of launches. */
export interface FoundLaunch {
  readonly machines: readonly InstanceRecord[];
  /** Those that its first list showed. */
  readonly shownAtOnce: ReadonlySet<number>;
}

/**
 * Other rents of the same launch, which nobody recorded and the service may still carry out: earlier ones, which were sent
 * before this machine was rented, and the next, which is only sent while this machine does not show. The next is only
 * expected where the launch has had such failures: an earlier rent, or a machine that did not show at once. Times are
 * the latest at which they can have been sent, in ms of the service's time.
 */
function openRents(
  record: InstanceRecord,
  { machines, shownAtOnce }: FoundLaunch = { machines: [], shownAtOnce: new Set([record.id]) },
  now: number,
): UnconfirmedRent[] | undefined {
  const own = parseLaunchLabel(record.label ?? "");
  if (own === undefined) return undefined;
  const shown = [record, ...machines].flatMap(({ label }) => parseLaunchLabel(label ?? "") ?? []);
  const attempts = shown.filter(({ token }) => token === own.token).map(({ attempt }) => attempt);
  const latest = Math.max(...attempts);
  const { rentedAt } = rentedMachineOf(record, now);
  const isLate = latest > 1 || !shownAtOnce.has(record.id);
  const rents = Array.from({ length: isLate ? latest + 1 : latest }, (_, index) => ({
    attempt: index + 1,
    label: launchLabel("", own.token, index + 1),
    sentAt: Math.min(now, index < own.attempt ? rentedAt : rentedAt + NEWBORN_MS),
  }));
  const open = rents.filter((rent) => !attempts.includes(rent.attempt) && now < settledAt(rent));
  return open.length === 0 ? undefined : open.map(({ label, sentAt }) => ({ label, sentAt }));
}

/**
 * The resource's record, complete.
 * @param resources those of its state
 * @param launch what else was found of its launch
 */
export function recoveredResource(
  creation: InterruptedCreation,
  found: { instance: InstanceRecord } | { template: TemplateRecord },
  owner: RecordedOwner,
  now: number,
  resources: readonly Properties[],
  launch?: FoundLaunch,
): Record<string, unknown> {
  const isInstance = "instance" in found;
  const at = new Date(now).toISOString();
  return {
    ...creation.resource,
    id: String(isInstance ? found.instance.id : found.template.id),
    outputs: isInstance
      ? instanceOutputs(creation, found.instance, owner, now, resources, launch)
      : templateOutputs(creation.inputs, found.template, owner),
    created: at,
    modified: at,
    // Makes the engine call `update` whatever the diff says: it resumes the launch.
    ...(isInstance ? { initErrors: [REASON] } : {}),
  };
}

/**
 * The record of something to be deleted: whatever happens from here on, the next `pulumi up` or `pulumi destroy`
 * deletes it. Options that would keep it, or skip its deletion, are left out.
 */
export function doomedResource(resource: Properties): Record<string, unknown> {
  return { ...without(resource, ["protect", "retainOnDelete", "deletedWith", "initErrors"]), delete: true };
}

/** As the launch requested it; undefined where only a template from elsewhere knows. */
function orderedDisk(inputs: Properties): number | undefined {
  const template = inputs[HIDDEN.template];
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
