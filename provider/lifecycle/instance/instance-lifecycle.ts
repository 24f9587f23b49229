import type { CheckFailure } from "../../rules/validation/check-failure";
import type { Call } from "../engine/call";
import type { EngineDiff } from "../engine/engine-diff";
import { numberOf, type Properties } from "../engine/engine-values";
import type { Checked, Created, LifecycleHost, Reading, ResourceLifecycle } from "../resource-lifecycle";
import { previewCreation, requirePreviewedOwner } from "../session/preview-access";
import { noteState, noteToken } from "../session/recorded-state";
import { runOperation } from "../session/run-operation";
import { checkInstance } from "./check";
import { diffInstance } from "./diff";
import { explainChange } from "./explain-change";
import { createInstance } from "./launch/create";
import { MarketPreview } from "./preview-market";
import { readInstance } from "./read";
import { removeInstance } from "./remove";
import { updateInstance } from "./update";

/** The lifecycle of an `Instance`. */
export class InstanceLifecycle implements ResourceLifecycle {
  constructor(private readonly host: LifecycleHost) {}

  check(call: Call, olds: Properties, news: Properties): Checked {
    const checked = checkInstance(call, olds, news, this.host.randomBytes);
    noteToken(this.host.memory(), checked.inputs);
    return checked;
  }

  async preview(call: Call, inputs: Properties): Promise<readonly CheckFailure[]> {
    const failures = await previewCreation(
      () => this.host.session(),
      call.report,
      async (session) => new MarketPreview(session).look(call, inputs),
    );
    this.close(call);
    return failures;
  }

  async diff(call: Call, olds: Properties, news: Properties): Promise<EngineDiff> {
    const memory = this.host.memory();
    noteState(memory, olds);
    if (memory.previewsCreation) await requirePreviewedOwner(this.host.session(), call.report);
    const { change, ...diff } = diffInstance(olds, news, call.secrets);
    explainChange(change, call);
    // A replacement is checked once more, and counts with what would be rented for it.
    if (change.effect !== "replace" && call.urn !== undefined) {
      memory.previewTotal.addKept(call.urn, numberOf(olds["hourlyCostUsd"]));
      this.close(call);
    }
    return diff;
  }

  async create(call: Call, inputs: Properties): Promise<Created> {
    return runOperation(this.host.session(), call, "create", async (operation) =>
      createInstance(operation, inputs),
    );
  }

  async read(call: Call, id: string, props: Properties, isGet: boolean): Promise<Reading> {
    return runOperation(this.host.session(), call, "read", async (operation) =>
      readInstance(operation, id, props, isGet),
    );
  }

  async update(call: Call, id: string, olds: Properties, news: Properties): Promise<Record<string, unknown>> {
    return runOperation(this.host.session(), call, "update", async (operation) =>
      updateInstance(operation, id, olds, news),
    );
  }

  async delete(call: Call, id: string, props: Properties): Promise<void> {
    noteState(this.host.memory(), props);
    return runOperation(this.host.session(), call, "delete", async (operation) =>
      removeInstance(operation, id, props),
    );
  }

  /** The preview has reported everything on one machine. */
  private close({ urn }: Call): void {
    if (urn !== undefined) this.host.memory().previewTotal.close(urn, this.host.send);
  }
}
