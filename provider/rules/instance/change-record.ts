import { canonicalJson } from "../validation/canonical-json";
import { isRecord } from "../validation/is-record";
import { isUnknown } from "../validation/unknown";
import { HIDDEN } from "../../state/hidden";
import { SECRET_INSTANCE_ARGUMENTS } from "./instance-check";
import type { ChangeEffect } from "./change-effect";

/** Properties as they are in a state, or come from `check`: any of them may be missing or not known yet. */
export type Properties = Readonly<Record<string, unknown>>;

/** Arguments whose outputs show the service's own view. */
export type ShownArgument = "label" | "targetState" | "price";

/** Collects the results of the comparisons of one change. */
export class ChangeRecord {
  byArgument = false;
  byDrift = false;
  readonly repairs: string[] = [];
  readonly warnings: string[] = [];
  private readonly replaces: string[] = [];
  private readonly reasons: string[] = [];
  private deleteBeforeReplace: boolean;

  /** @param secrets further arguments whose values are in no sentence */
  constructor(
    readonly state: Properties,
    readonly inputs: Properties,
    private readonly secrets: readonly string[],
  ) {
    // A volume is bound to one machine at a time.
    this.deleteBeforeReplace = state["volumeInfo"] !== undefined || inputs["volumeInfo"] !== undefined;
  }

  result(): ChangeEffect {
    const isReplaced = this.replaces.length > 0;
    return {
      effect: isReplaced ? "replace" : this.byArgument || this.byDrift ? "update" : "nothing",
      byArgument: this.byArgument,
      replaces: this.replaces,
      reasons: this.reasons,
      repairs: isReplaced ? [] : this.repairs,
      warnings: this.warnings,
      deleteBeforeReplace: isReplaced && this.deleteBeforeReplace,
    };
  }

  replace(name: string, ...reasons: readonly string[]): void {
    this.byArgument = true;
    this.replaces.push(name);
    this.reasons.push(...reasons);
  }

  /** The machine is useless: it is destroyed before another is created. */
  replaceDead(reason: string): void {
    this.byDrift = true;
    this.deleteBeforeReplace = true;
    this.replaces.push("actualStatus");
    this.reasons.push(reason);
  }

  repairDrift(sentence: string): void {
    this.byDrift = true;
    this.repairs.push(sentence);
  }

  /** Requested differently than before: an update. Shown differently than requested: drift, which is repaired. */
  inPlace(name: ShownArgument, now: unknown): void {
    const before = this.askedBefore(name) ?? this.defaultOf(name);
    const shown = this.state[name];
    if (before !== now) {
      this.byArgument = true;
      const value = this.isSecret(name) ? "changed" : show(now);
      this.repairs.push(`${name}: ${isUnknown(now) ? "to a value that is not known yet" : value}`);
    } else if (shown !== undefined && now !== undefined && shown !== now && this.isRepairable(name)) {
      this.repairDrift(
        this.isSecret(name)
          ? `${name}: the service shows another`
          : `${name}: the service shows ${show(shown)}, ${show(now)} is requested`,
      );
    }
  }

  /** A value that needs another machine, before and now. */
  changed(name: string, before: unknown, now: unknown): string {
    if (this.isSecret(name) || typeof before === "object" || typeof now === "object")
      return `${name}: changed`;
    return `${name}: ${show(before)} when the machine was rented, ${show(now)} now`;
  }

  differs(name: string): boolean {
    const before = this.state[name];
    const now = this.inputs[name];
    return before !== now && canonicalJson(before) !== canonicalJson(now);
  }

  /** The requested value of an argument whose output shows the service's own view. */
  askedBefore(name: ShownArgument): unknown {
    const asked = this.state[HIDDEN.asked];
    return isRecord(asked) ? asked[name] : this.state[name];
  }

  private defaultOf(name: ShownArgument): unknown {
    if (name === "targetState") return "running";
    return name === "label" ? this.state[HIDDEN.launchLabel] : undefined;
  }

  /** Only a raised bid starts an outbid machine, and a label that cannot be set stays as it is. */
  private isRepairable(name: ShownArgument): boolean {
    if (this.state[HIDDEN.phase] === "outbid") return false;
    return name !== "label" || this.state[HIDDEN.labelUnsupported] !== true;
  }

  private isSecret(name: string): boolean {
    return [...SECRET_INSTANCE_ARGUMENTS, ...this.secrets].includes(name);
  }
}

/** A value in a sentence. */
export function show(value: unknown): string {
  return value === undefined ? "not set" : typeof value === "string" ? `"${value}"` : JSON.stringify(value);
}
