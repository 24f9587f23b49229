import type { Goal } from "./goal";
import type { PhaseContext } from "./phase-context";
import { ignoreChanges } from "./property-path";
import { changedKeys, forProvider, UNKNOWN_VALUE, type PropertyMap } from "./property-values";
import { diffResource, type ResourceDiff } from "./resource-diff";
import { nameOf, type ResourceState } from "./resource-state";
import type { Step } from "./step";

/** A registration that cannot go on; what was wrong has been said already. */
export class Refused extends Error {}

/** Turns the goals of a program into steps, one goal after another. */
export class StepGenerator {
  private readonly seen = new Set<string>();
  private readonly reached = new Set<ResourceState>();
  private readonly deletedFirst = new Set<ResourceState>();
  private readonly replaced = new Set<string>();

  constructor(private readonly context: PhaseContext) {}

  /** The steps that lead to a goal. */
  async plan(goal: Goal): Promise<Step[]> {
    const { state: now } = goal;
    this.see(now.urn);
    const old = this.oldOf([now.urn, ...goal.aliases]);
    if (old !== undefined && old.urn !== now.urn) now.aliases = [old.urn];
    const wanted = now.inputs;
    const recreating = old !== undefined && this.deletedFirst.has(old);
    const owned = recreating || old?.external === true ? undefined : old;
    if (old !== undefined) this.reached.add(old);
    if (isChecked(now)) {
      now.inputs =
        owned === undefined
          ? await this.check(now, {}, wanted)
          : await this.check(now, owned.inputs, ignoreChanges(wanted, owned.inputs, now.ignoreChanges));
    } else if (owned !== undefined) now.inputs = ignoreChanges(wanted, owned.inputs, now.ignoreChanges);
    if (old === undefined) return [{ op: "create", now }];
    if (recreating) {
      return [
        { op: "replace", old, now },
        { op: "create-replacement", old, now, deleteFirst: true },
      ];
    }
    if (old.external)
      return [
        { op: "create-replacement", old, now },
        { op: "replace", old, now },
      ];
    const diff = await this.diff(old, now);
    if (diff.changes || old.pendingReplacement) {
      if (diff.replaces.length > 0 || old.pendingReplacement)
        return this.planReplacement(goal, old, diff, wanted);
      return [{ op: "update", old, now }];
    }
    return [{ op: old.initErrors.length > 0 ? "update" : "same", old, now }];
  }

  /** The steps of a `get`. */
  planRead(now: ResourceState): Step[] {
    this.see(now.urn);
    if (now.id === "") throw new Refused(`Expected an ID for ${now.urn}`);
    const old = this.oldOf([now.urn]);
    if (old === undefined) return [{ op: "read", now }];
    this.reached.add(old);
    if (!old.external && old.id !== now.id) {
      return [
        { op: "read-replacement", old, now },
        { op: "replace", old, now },
      ];
    }
    return [{ op: "read", old, now }];
  }

  /** What the program no longer asks for, and what was replaced and still is there. */
  planDeletes(): Step[] {
    return this.context.snapshot.untouched().flatMap((old): Step[] => {
      if (old.delete) return [{ op: "delete-replaced", old }];
      if (this.reached.has(old)) return [];
      if (old.pendingReplacement && !this.deletedFirst.has(old))
        return [{ op: "remove-pending-replace", old }];
      if (this.deletedFirst.has(old)) return [{ op: "remove-pending-replace", old }];
      return [{ op: old.external ? "discard" : "delete", old }];
    });
  }

  private see(urn: string): void {
    if (this.seen.has(urn)) {
      throw new Refused(`Duplicate resource URN '${urn}'; try giving it a unique name`);
    }
    this.seen.add(urn);
  }

  private oldOf(urns: string[]): ResourceState | undefined {
    const candidates = this.context.snapshot
      .untouched()
      .filter((old) => !old.delete && !this.reached.has(old));
    return urns.flatMap((urn) => candidates.find((old) => old.urn === urn) ?? [])[0];
  }

  private async check(now: ResourceState, olds: PropertyMap, news: PropertyMap): Promise<PropertyMap> {
    const provider = await this.context.provider();
    const { inputs, failures } = await provider.check(now.urn, olds, news);
    if (failures.length === 0) return inputs;
    for (const { property, reason } of failures) {
      const subject = `${now.type} resource '${nameOf(now.urn)}'`;
      this.context.fail(
        property === ""
          ? `${subject} has a problem: ${reason}`
          : `${subject}: property ${property} value {${JSON.stringify(forProvider(inputs)[property] ?? null)}} has a problem: ${reason}`,
        now.urn,
      );
    }
    throw new Refused(`resource ${now.urn} is invalid`);
  }

  private async diff(old: ResourceState, now: ResourceState): Promise<ResourceDiff> {
    if (now.deletedWith !== "" && this.replaced.has(now.deletedWith)) {
      return { changes: true, replaces: ["deletedWith"], deleteBeforeReplace: false };
    }
    if (!isChecked(now)) {
      const changes = changedKeys(old.inputs, now.inputs).length > 0;
      return { changes, replaces: [], deleteBeforeReplace: false };
    }
    return diffResource(await this.context.provider(), old, now.inputs, {
      ignored: now.ignoreChanges,
      replaceOnChanges: now.replaceOnChanges,
    });
  }

  private async planReplacement(
    goal: Goal,
    old: ResourceState,
    diff: ResourceDiff,
    wanted: PropertyMap,
  ): Promise<Step[]> {
    const { state: now } = goal;
    if (now.protect && old.protect) {
      this.context.failed = true;
      const message =
        `unable to replace resource "${now.urn}"\nas it is currently marked for protection. To unprotect the resource, ` +
        "remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`";
      if (!this.context.isPreview) throw new Refused(message);
      this.context.events.say("error", message, now.urn);
    }
    this.replaced.add(now.urn);
    now.inputs = await this.check(now, {}, wanted);
    if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace)) {
      return [
        { op: "create-replacement", old, now },
        { op: "replace", old, now },
      ];
    }
    const dependents = await this.dependentsToReplace(old);
    for (const dependent of dependents) this.deletedFirst.add(dependent);
    return [
      ...dependents
        .toReversed()
        .map((each): Step => ({ op: "delete-replaced", old: each, deleteFirst: true })),
      ...(old.pendingReplacement ? [] : [{ op: "delete-replaced", old, deleteFirst: true } as const]),
      { op: "replace", old, now },
      { op: "create-replacement", old, now, deleteFirst: true },
    ];
  }

  /** Those that would be replaced if what they take from `root` were unknown, in the order of the state. */
  private async dependentsToReplace(root: ResourceState): Promise<ResourceState[]> {
    const replaced = new Set([root.urn]);
    const dependents: ResourceState[] = [];
    for (const each of this.context.snapshot.untouched()) {
      if (each === root || this.reached.has(each) || this.deletedFirst.has(each)) continue;
      if (!isChecked(each) || each.external || each.delete) continue;
      if (!(await this.wouldBeReplaced(each, replaced))) continue;
      replaced.add(each.urn);
      dependents.push(each);
    }
    return dependents;
  }

  private async wouldBeReplaced(resource: ResourceState, replaced: ReadonlySet<string>): Promise<boolean> {
    if (resource.deletedWith !== "" && replaced.has(resource.deletedWith)) return true;
    const affected = Object.entries(resource.propertyDependencies)
      .filter(([key, urns]) => key in resource.inputs && urns.some((urn) => replaced.has(urn)))
      .map(([key]) => key);
    if (affected.length === 0) return false;
    const unknown = Object.fromEntries(affected.map((key) => [key, UNKNOWN_VALUE]));
    const diff = await diffResource(
      await this.context.provider(),
      resource,
      { ...resource.inputs, ...unknown },
      { ignored: resource.ignoreChanges, replaceOnChanges: resource.replaceOnChanges },
    );
    return diff.replaces.length > 0;
  }
}

function isChecked(resource: ResourceState): boolean {
  return resource.custom && !resource.type.startsWith("pulumi:providers:");
}
