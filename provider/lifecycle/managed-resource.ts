import type { CheckFailure } from "../rules/validation/check-failure";
import type { Call } from "./engine/call";
import type { EngineDiff } from "./engine/engine-diff";
import type { Properties } from "./engine/engine-values";
import type { Checked, Created, LifecycleHost, Reading, ResourceLifecycle } from "./resource-lifecycle";
import type { Operation } from "./session/operation";
import { previewCreation, requirePreviewedOwner } from "./session/preview-access";
import { noteState } from "./session/recorded-state";
import { runOperation } from "./session/run-operation";
import type { Session } from "./session/session";

/** What a kind of resource does at the service. */
export interface ResourceOperations {
  create(operation: Operation, inputs: Properties): Promise<Created>;
  read(operation: Operation, id: string, props: Properties, isGet: boolean): Promise<Reading>;
  update(
    operation: Operation,
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<Record<string, unknown>>;
  remove(operation: Operation, id: string, props: Properties): Promise<void>;
}

/** What the lifecycles of all kinds of resources have in common. */
export abstract class ManagedResource implements ResourceLifecycle {
  constructor(
    protected readonly host: LifecycleHost,
    private readonly operations: ResourceOperations,
  ) {}

  abstract check(call: Call, olds: Properties, news: Properties): Checked;

  async preview(call: Call, inputs: Properties): Promise<readonly CheckFailure[]> {
    return previewCreation(
      () => this.host.session(),
      call.report,
      async (session) => this.lookAhead(session, call, inputs),
    );
  }

  async diff(call: Call, olds: Properties, news: Properties): Promise<EngineDiff> {
    const memory = this.host.memory();
    noteState(memory, olds);
    if (memory.previewsCreation) await requirePreviewedOwner(this.host.session(), call.report);
    return this.compare(call, olds, news);
  }

  async create(call: Call, inputs: Properties): Promise<Created> {
    return runOperation(this.host.session(), call, "create", async (operation) =>
      this.operations.create(operation, inputs),
    );
  }

  async read(call: Call, id: string, props: Properties, isGet: boolean): Promise<Reading> {
    return runOperation(this.host.session(), call, "read", async (operation) =>
      this.operations.read(operation, id, props, isGet),
    );
  }

  async update(call: Call, id: string, olds: Properties, news: Properties): Promise<Record<string, unknown>> {
    return runOperation(this.host.session(), call, "update", async (operation) =>
      this.operations.update(operation, id, olds, news),
    );
  }

  async delete(call: Call, id: string, props: Properties): Promise<void> {
    return runOperation(this.host.session(), call, "delete", async (operation) =>
      this.operations.remove(operation, id, props),
    );
  }

  /** What a preview asks the service about a resource that would be created. */
  protected abstract lookAhead(
    session: Session,
    call: Call,
    inputs: Properties,
  ): Promise<readonly CheckFailure[]>;

  /** What a change does; sends no request. */
  protected abstract compare(call: Call, olds: Properties, news: Properties): EngineDiff;
}
