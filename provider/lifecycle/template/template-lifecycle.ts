import type { CheckFailure } from "../../rules/validation/check-failure";
import type { Call } from "../engine/call";
import type { EngineDiff } from "../engine/engine-diff";
import type { Properties } from "../engine/engine-values";
import type { Checked, Created, LifecycleHost, Reading, ResourceLifecycle } from "../resource-lifecycle";
import { checkAccess, previewCreation, requirePreviewedOwner } from "../session/preview-access";
import { noteState } from "../session/recorded-state";
import { runOperation } from "../session/run-operation";
import { checkTemplate } from "./check";
import { createTemplate } from "./create";
import { diffTemplate } from "./diff";
import { readTemplate } from "./read";
import { removeTemplate } from "./remove";
import { updateTemplate } from "./update";

/** The lifecycle of a `Template`. */
export class TemplateLifecycle implements ResourceLifecycle {
  constructor(private readonly host: LifecycleHost) {}

  check(call: Call, olds: Properties, news: Properties): Checked {
    return checkTemplate(call, olds, news, this.host.randomBytes);
  }

  async preview(call: Call): Promise<readonly CheckFailure[]> {
    return previewCreation(
      () => this.host.session(),
      call.report,
      async (session) => checkAccess(session, call.report),
    );
  }

  async diff(call: Call, olds: Properties, news: Properties): Promise<EngineDiff> {
    const memory = this.host.memory();
    noteState(memory, olds);
    if (memory.previewsCreation) await requirePreviewedOwner(this.host.session(), call.report);
    return diffTemplate(olds, news);
  }

  async create(call: Call, inputs: Properties): Promise<Created> {
    return runOperation(this.host.session(), call, "create", async (operation) =>
      createTemplate(operation, inputs),
    );
  }

  async read(call: Call, id: string, props: Properties, isGet: boolean): Promise<Reading> {
    return runOperation(this.host.session(), call, "read", async (operation) =>
      readTemplate(operation, id, props, isGet),
    );
  }

  async update(call: Call, id: string, olds: Properties, news: Properties): Promise<Record<string, unknown>> {
    return runOperation(this.host.session(), call, "update", async (operation) =>
      updateTemplate(operation, id, olds, news),
    );
  }

  async delete(call: Call, id: string, props: Properties): Promise<void> {
    return runOperation(this.host.session(), call, "delete", async (operation) =>
      removeTemplate(operation, id, props),
    );
  }
}
