import { bidAboveLimit, describeBidAboveLimit } from "./bid-limit";
import { canonicalJson } from "../validation/canonical-json";
import { SECRET_INSTANCE_ARGUMENTS } from "./instance-check";
import { queriesExcluding } from "./instance-change-search";
import { rentalTypeOf } from "../offer/search-schema";
import { containsUnknown, isUnknown } from "../validation/unknown";
import { HIDDEN } from "../../state/hidden";
import { phaseIn } from "../../state/phase";
import { DEFAULT_DISK_GB } from "../service-facts";

/** Properties as they stand in a state, or come from `check`: any of them may be missing or not known yet. */
type Properties = Readonly<Record<string, unknown>>;

/** What a change of an instance does. */
export interface InstanceChange {
  readonly effect: "nothing" | "update" | "replace";
  /** Whether an argument differs; where not, only what the last read saw does. */
  readonly byArgument: boolean;
  /** The properties that cause a replacement. */
  readonly replaces: readonly string[];
  /** Why the machine is replaced, one sentence part each: "numGpus: the rented machine has 1, the query now needs >= 4" */
  readonly reasons: readonly string[];
  /** What an update does, in words: empty where it only records. */
  readonly repairs: readonly string[];
  readonly warnings: readonly string[];
  /** The old machine has to go before the new one comes. */
  readonly deleteBeforeReplace: boolean;
}

/** Arguments that are set when a machine is made and never again. */
export const REPLACING_ARGUMENTS = [
  ...["image", "env", "ports", "onstart", "runtype", "args", "argsStr", "useJupyterLab", "jupyterDir"],
  ...["pythonUtf8", "langUtf8", "vm", "user", "imageLogin", "volumeInfo"],
] as const;

/** Arguments that only later calls look at. */
const RECORDED_ARGUMENTS = ["launch", "cancelUnavail", "force"] as const;

/**
 * The one table of what a change does (design, section 2.5): the outputs of the state against the arguments now.
 * Compared with what was asked, never with what the service reads back, except for `label` and `targetState`, whose
 * drift is repaired, and for what the last read found out about the machine (`HIDDEN.phase`).
 *
 * @param secrets further arguments whose values are in no sentence
 */
export function instanceChange(
  state: Properties,
  inputs: Properties,
  secrets: readonly string[] = [],
): InstanceChange {
  const table = new ChangeTable(state, inputs, secrets);
  table.compareContent();
  table.compareDisk();
  table.compareTemplate();
  table.compareRentalType();
  table.compareSearch();
  table.compareInPlace();
  table.compareLeftovers();
  table.comparePhase();
  return table.result();
}

class ChangeTable {
  private readonly replaces: string[] = [];
  private readonly reasons: string[] = [];
  private readonly repairs: string[] = [];
  private readonly warnings: string[] = [];
  private byArgument = false;
  private byDrift = false;
  private deleteBeforeReplace: boolean;

  constructor(
    private readonly state: Properties,
    private readonly inputs: Properties,
    private readonly secrets: readonly string[],
  ) {
    // A volume is bound to one machine at a time.
    this.deleteBeforeReplace = state["volumeInfo"] !== undefined || inputs["volumeInfo"] !== undefined;
  }

  result(): InstanceChange {
    const replaced = this.replaces.length > 0;
    const effect = replaced ? "replace" : this.byArgument || this.byDrift ? "update" : "nothing";
    return {
      effect,
      byArgument: this.byArgument,
      replaces: this.replaces,
      reasons: this.reasons,
      repairs: replaced ? [] : this.repairs,
      warnings: this.warnings,
      deleteBeforeReplace: replaced && this.deleteBeforeReplace,
    };
  }

  compareContent(): void {
    for (const name of REPLACING_ARGUMENTS) {
      if (!this.differs(name)) continue;
      const now = this.inputs[name];
      this.replace(
        name,
        containsUnknown(now)
          ? `${name}: the new value is not known yet`
          : this.changed(name, this.state[name], now),
      );
    }
  }

  /** The disk that was rented counts, whether the argument, the template or the default named it. */
  compareDisk(): void {
    const rented = this.state[HIDDEN.disk] ?? this.state["disk"] ?? DEFAULT_DISK_GB;
    const asked =
      this.inputs["disk"] ??
      this.templateDisk() ??
      (this.inputs["disk"] === this.state["disk"] ? rented : DEFAULT_DISK_GB);
    if (isUnknown(asked)) this.replace("disk", "disk: the new value is not known yet");
    else if (asked !== rented)
      this.replace(
        "disk",
        `disk: the rented machine has ${show(rented)} GB, ${show(asked)} GB is requested now`,
      );
    else if (this.differs("disk")) this.byArgument = true;
  }

  private templateDisk(): unknown {
    const template = this.inputs[HIDDEN.template];
    return isProperties(template) ? template["recommendedDiskSpace"] : undefined;
  }

  /** A template of the program counts by what shapes the machine, a hash from elsewhere by value. */
  compareTemplate(): void {
    const name =
      this.inputs["template"] === undefined && this.state["template"] === undefined
        ? "templateHashId"
        : "template";
    const before = hashOf(this.state);
    const now = hashOf(this.inputs);
    if (before === undefined && now === undefined) return;
    const shapedBefore = this.state[HIDDEN.templateLaunchHash];
    const shapedNow = this.inputs[HIDDEN.templateLaunchHash];
    if (shapedBefore !== undefined && shapedNow !== undefined) {
      if (shapedBefore === shapedNow) return;
      const why = isUnknown(shapedNow)
        ? "what the template's new content does to the machine is not known yet"
        : "the template now launches a different machine";
      this.replace(name, `${name}: ${why}`);
    } else if (before !== now) {
      this.replace(
        name,
        isUnknown(now) ? `${name}: the new hash is not known yet` : this.changed(name, before, now),
      );
    }
  }

  /** The rental type cannot be changed in place: no endpoint does it. */
  compareRentalType(): void {
    const wasBid = this.askedBefore("price") !== undefined;
    const isBid = asksForBid(this.inputs);
    if (wasBid === isBid) return;
    this.replace(
      "price",
      isBid === undefined
        ? `price: the rented machine is ${rental(wasBid)}, and whether \`price\` is set is not known yet`
        : `price: the rented machine is ${rental(wasBid)}, ${rental(isBid)} is requested now`,
    );
  }

  /** A new query replaces only where it excludes the machine, as it was recorded when it was rented. */
  compareSearch(): void {
    if (this.differs("search") && this.inputs["search"] !== undefined) {
      this.byArgument = true;
      const verdict = queriesExcluding(this.inputs["search"], this.state[HIDDEN.offer]);
      this.warnings.push(...verdict.warnings);
      if (verdict.reasons.length > 0) this.replace("search", ...verdict.reasons);
    } else if (this.differs("search")) this.byArgument = true;
    this.compareLimit();
  }

  private compareLimit(): void {
    if (!this.differs("maxHourlyPriceUsd")) return;
    this.byArgument = true;
    const limit = this.inputs["maxHourlyPriceUsd"];
    const price = this.rentedPrice();
    if (limit === undefined) return;
    if (isUnknown(limit))
      this.replace("maxHourlyPriceUsd", "maxHourlyPriceUsd: the new limit is not known yet");
    else if (price === undefined) {
      this.warnings.push(
        "maxHourlyPriceUsd: the price of the rented machine was not recorded, so it is kept",
      );
    } else if (typeof limit === "number" && price > limit) {
      const words = `the rented machine costs $${price.toFixed(4)}/h, the limit is now $${limit.toFixed(4)}/h`;
      this.replace("maxHourlyPriceUsd", `maxHourlyPriceUsd: ${words}`);
    }
  }

  /** As recorded when it was rented; a bid pays its own price, not the offer's. */
  private rentedPrice(): number | undefined {
    const recorded = this.state[HIDDEN.offer];
    const atRent = isProperties(recorded) ? recorded["dphTotal"] : undefined;
    const price =
      this.askedBefore("price") === undefined ? (atRent ?? this.state["dphTotal"]) : this.state["dphTotal"];
    return typeof price === "number" ? price : undefined;
  }

  compareInPlace(): void {
    if (RECORDED_ARGUMENTS.some((name) => this.differs(name))) this.byArgument = true;
    this.inPlace("label", this.inputs["label"] ?? this.state[HIDDEN.launchLabel]);
    this.inPlace("targetState", this.inputs["targetState"] ?? "running");
    if (this.inputs["price"] !== undefined && this.askedBefore("price") !== undefined) this.comparePrice();
  }

  private comparePrice(): void {
    const repairs = this.repairs.length;
    this.inPlace("price", this.inputs["price"]);
    const above = this.repairs.length > repairs ? bidAboveLimit(this.state, this.inputs) : undefined;
    if (above !== undefined)
      this.warnings.push(`price: ${describeBidAboveLimit(above)}, so the update will refuse it`);
  }

  /** Asked otherwise than before: an update. Shown otherwise than asked: drift, which is repaired. */
  private inPlace(name: "label" | "targetState" | "price", now: unknown): void {
    const before = this.askedBefore(name) ?? this.defaultOf(name);
    const shown = this.state[name];
    if (before !== now) {
      this.byArgument = true;
      const value = this.isSecret(name) ? "changed" : show(now);
      this.repairs.push(`${name}: ${isUnknown(now) ? "to a value that is not known yet" : value}`);
    } else if (shown !== undefined && now !== undefined && shown !== now && this.isRepairable(name)) {
      this.byDrift = true;
      this.repairs.push(
        this.isSecret(name)
          ? `${name}: the service shows another`
          : `${name}: the service shows ${show(shown)}, ${show(now)} is requested`,
      );
    }
  }

  private defaultOf(name: "label" | "targetState" | "price"): unknown {
    if (name === "targetState") return "running";
    return name === "label" ? this.state[HIDDEN.launchLabel] : undefined;
  }

  compareLeftovers(): void {
    const labels = [this.state[HIDDEN.lostRents], this.state[HIDDEN.unconfirmedRents]].flatMap((rents) =>
      (Array.isArray(rents) ? rents : []).map((rent: unknown) =>
        isProperties(rent) ? String(rent["label"]) : String(rent),
      ),
    );
    if (labels.length > 0) {
      this.byDrift = true;
      this.repairs.push(
        `a rent whose answer was lost: checks whether its machine is there (${labels.join(", ")})`,
      );
    }
    const orphans = this.state[HIDDEN.orphans];
    if (Array.isArray(orphans) && orphans.length > 0) {
      this.byDrift = true;
      this.repairs.push(
        `an interrupted launch left other machines: checks whether they are gone (${orphans.join(", ")})`,
      );
    }
  }

  comparePhase(): void {
    const { [HIDDEN.reason]: why } = this.state;
    const reason = typeof why === "string" ? `: ${why}` : "";
    const target = this.inputs["targetState"] ?? "running";
    const wantsRunning = target === "running" || isUnknown(target);
    const phase = phaseIn(this.state[HIDDEN.phase]);
    switch (phase) {
      case "loading":
        this.byDrift = true;
        this.repairs.push("an interrupted launch: resumes waiting");
        return;
      case "givenUp":
        this.replaceDead(`the machine was discarded${reason}`);
        return;
      case "unconfirmed":
        this.replaceDead(`whether the machine was rented is not known${reason}`);
        return;
      case "gone":
        this.replaceDead(`the machine is gone${reason}`);
        return;
      case "dead":
        if (wantsRunning) this.replaceDead(`the machine is dead${reason}`);
        return;
      case "expired":
        if (wantsRunning) this.replaceDead(`the machine's contract has expired${reason}`);
        return;
      case "outbid":
        this.warnings.push(
          `the machine was outbid${reason}; it starts again when \`price\` is raised, and its disk is billed`,
        );
        return;
      case "finished":
      case undefined:
        return;
      default:
        phase satisfies never;
    }
  }

  /** Only a raised bid starts an outbid machine, and a label that cannot be set stays as it is. */
  private isRepairable(name: "label" | "targetState" | "price"): boolean {
    if (this.state[HIDDEN.phase] === "outbid") return false;
    return name !== "label" || this.state[HIDDEN.labelUnsupported] !== true;
  }

  private replaceDead(reason: string): void {
    this.byDrift = true;
    this.deleteBeforeReplace = true;
    this.replaces.push("actualStatus");
    this.reasons.push(reason);
  }

  private replace(name: string, ...reasons: readonly string[]): void {
    this.byArgument = true;
    this.replaces.push(name);
    this.reasons.push(...reasons);
  }

  private changed(name: string, before: unknown, now: unknown): string {
    if (this.isSecret(name) || typeof before === "object" || typeof now === "object")
      return `${name}: changed`;
    return `${name}: ${show(before)} when the machine was rented, ${show(now)} now`;
  }

  private isSecret(name: string): boolean {
    return [...SECRET_INSTANCE_ARGUMENTS, ...this.secrets].includes(name);
  }

  private differs(name: string): boolean {
    const before = this.state[name];
    const now = this.inputs[name];
    return before !== now && canonicalJson(before) !== canonicalJson(now);
  }

  /** What was asked of an argument whose output shows the service's own view. */
  private askedBefore(name: "label" | "targetState" | "price"): unknown {
    const asked = this.state[HIDDEN.asked];
    return isProperties(asked) ? asked[name] : this.state[name];
  }
}

function hashOf(properties: Properties): unknown {
  return properties["template"] ?? properties["templateHashId"];
}

/** undefined: not known yet. Queries of one rental type tell, because `check` holds `price` to them. */
function asksForBid({ price, search, offerIds }: Properties): boolean | undefined {
  if (!isUnknown(price)) return price !== undefined;
  const queries: readonly unknown[] = Array.isArray(search) ? search : [search];
  const types = new Set(queries.map(rentalTypeOf));
  if (types.size !== 1) return undefined;
  if (types.has("bid")) return true;
  return types.has("ondemand") && offerIds === undefined ? false : undefined;
}

function rental(isBid: boolean): string {
  return isBid ? "interruptible" : "on-demand";
}

function show(value: unknown): string {
  return value === undefined ? "not set" : typeof value === "string" ? `"${value}"` : JSON.stringify(value);
}

function isProperties(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
