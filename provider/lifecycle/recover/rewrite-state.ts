import { isRecord, stringOf, type Properties } from "../engine/engine-values";
import type { Checkpoint } from "./checkpoint";
import { isLive } from "./placement";

/** What is to be written into a state. */
export interface StateChange {
  /** Complete records of what is kept. One with the URN of a present resource replaces it. */
  readonly kept: readonly Properties[];
  /** Records of what is about to be destroyed, marked so. */
  readonly doomed: readonly Properties[];
}

/**
 * The text to import: the records added behind everything that they name, and no pending operation. What they name and
 * the state no longer has is left out of them, or the engine would refuse the whole.
 */
export function withRecovered(checkpoint: Checkpoint, { kept, doomed }: StateChange): string {
  const resources = [...kept, ...doomed].reduce<readonly Properties[]>((list, record) => {
    const isKept = !doomed.includes(record);
    const others = isKept ? list.flatMap((other) => madeRoom(other, record)) : list;
    const whole = withProvider(others, record);
    const fitted = fit(record, whole);
    const at = lastIndex(whole, namedBy(fitted)) + 1;
    return [...whole.slice(0, at), fitted, ...whole.slice(at)];
  }, checkpoint.resources);
  return rewritten(checkpoint, resources);
}

/** The text to import once what was doomed is gone. */
export function withoutDoomed(checkpoint: Checkpoint, gone: readonly Properties[]): string {
  const isGone = (resource: Properties): boolean =>
    resource["delete"] === true &&
    gone.some(({ urn, id }) => urn === resource["urn"] && id === resource["id"]);
  return rewritten(
    checkpoint,
    checkpoint.resources.filter((resource) => !isGone(resource)),
  );
}

function rewritten({ exported, deployment }: Checkpoint, resources: readonly Properties[]): string {
  return JSON.stringify({ ...exported, deployment: { ...deployment, resources, pending_operations: [] } });
}

/** As the engine does when a replacement is created: the one before is deleted by the next update. */
function madeRoom(other: Properties, record: Properties): Properties[] {
  if (other["urn"] !== record["urn"] || other["delete"] === true) return [other];
  return isLive(other) ? [{ ...other, delete: true }] : [];
}

/** An update since then may have dropped the provider that the record was created by. */
function withProvider(resources: readonly Properties[], record: Properties): readonly Properties[] {
  const [, urn, id] = /^(.*)::([^:]+)$/.exec(stringOf(record["provider"]) ?? "") ?? [];
  if (urn === undefined || id === undefined) return resources;
  if (resources.some((resource) => resource["urn"] === urn && resource["id"] === id)) return resources;
  const type = urn.split("::").at(-2)?.split("$").at(-1);
  const twin = resources.some((resource) => resource["urn"] === urn && resource["delete"] !== true);
  return [{ urn, custom: true, id, type, ...(twin ? { delete: true } : {}) }, ...resources];
}

function fit(record: Properties, resources: readonly Properties[]): Properties {
  const present = new Set(resources.map(({ urn }) => urn));
  const { parent, deletedWith, ...rest } = record;
  const lists = ["dependencies", "replaceWith"].flatMap((name): [string, unknown][] => {
    const list = record[name];
    return Array.isArray(list) ? [[name, list.filter((urn) => present.has(urn))]] : [];
  });
  const byProperty = record["propertyDependencies"];
  return {
    ...rest,
    ...(present.has(parent) ? { parent } : {}),
    ...(present.has(deletedWith) ? { deletedWith } : {}),
    ...Object.fromEntries(lists),
    ...(isRecord(byProperty)
      ? {
          propertyDependencies: Object.fromEntries(
            Object.entries(byProperty).map(([name, list]) => [
              name,
              Array.isArray(list) ? list.filter((urn) => present.has(urn)) : list,
            ]),
          ),
        }
      : {}),
  };
}

/** Every URN that has to precede the record. */
function namedBy(record: Properties): ReadonlySet<unknown> {
  const byProperty = record["propertyDependencies"];
  const lists = [
    record["dependencies"],
    record["replaceWith"],
    ...(isRecord(byProperty) ? Object.values(byProperty) : []),
  ];
  const provider = stringOf(record["provider"])?.replace(/::[^:]+$/, "");
  return new Set<unknown>(
    [record["parent"], record["deletedWith"], provider, ...lists.flat()].filter((urn) => urn !== undefined),
  );
}

function lastIndex(resources: readonly Properties[], urns: ReadonlySet<unknown>): number {
  return resources.reduce((last, { urn }, index) => (urns.has(urn) ? index : last), -1);
}
