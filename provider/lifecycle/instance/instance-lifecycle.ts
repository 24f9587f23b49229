import type { CheckFailure } from "../../rules/validation/check-failure";
import type { Call } from "../engine/call";
import type { EngineDiff } from "../engine/engine-diff";
import { numberOf, type Properties } from "../engine/engine-values";
import { ManagedResource } from "../managed-resource";
import type { Checked, LifecycleHost } from "../resource-lifecycle";
import { noteState, noteToken } from "../session/recorded-state";
import type { Session } from "../session/session";
import { checkInstance } from "./check";
import { diffInstance } from "./diff";
import { explainChange } from "./explain-change";
import { createInstance } from "./launch/create";
import { MarketPreview } from "./preview-market";
import { readInstance } from "./read";
import { removeInstance } from "./remove";
import { updateInstance } from "./update";

/** The lifecycle of an `Instance`. */
export class InstanceLifecycle extends ManagedResource {
  constructor(host: LifecycleHost) {
    super(host, {
      create: createInstance,
      read: readInstance,
      update: updateInstance,
      remove: removeInstance,
    });
  }

  check(call: Call, olds: Properties, news: Properties): Checked {
    const checked = checkInstance(call, olds, news, this.host.randomBytes);
    noteToken(this.host.memory(), checked.inputs);
    return checked;
  }

  override async preview(call: Call, inputs: Properties): Promise<readonly CheckFailure[]> {
    const failures = await super.preview(call, inputs);
    this.close(call);
    return failures;
  }

  override async delete(call: Call, id: string, props: Properties): Promise<void> {
    noteState(this.host.memory(), props);
    return super.delete(call, id, props);
  }

  protected async lookAhead(
    session: Session,
    call: Call,
    inputs: Properties,
  ): Promise<readonly CheckFailure[]> {
    return new MarketPreview(session).look(call, inputs);
  }

  protected compare(call: Call, olds: Properties, news: Properties): EngineDiff {
    const { change, ...diff } = diffInstance(olds, news, call.secrets);
    explainChange(change, call);
    // A replacement is checked once more, and counts with what would be rented for it.
    if (change.effect !== "replace" && call.urn !== undefined) {
      this.host.memory().previewTotal.addKept(call.urn, numberOf(olds["hourlyCostUsd"]));
      this.close(call);
    }
    return diff;
  }

  /** The preview has reported everything on one machine. */
  private close({ urn }: Call): void {
    if (urn !== undefined) this.host.memory().previewTotal.close(urn, this.host.send);
  }
}
