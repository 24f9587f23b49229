import type { PhaseContext } from "./phase-context";
import { containsSecret, makeSecret, mapProperties, UNKNOWN_VALUE } from "./property-values";
import { InitFailed, type LiveObject } from "./provider-failure";
import type { PendingOperation, ResourceState } from "./resource-state";
import { resourceOf, type Step } from "./step";

/** Carries out steps against the provider and records each in the state. */
export class StepExecutor {
  private readonly deleted = new Set<string>();

  constructor(private readonly context: PhaseContext) {}

  /** Carries out one step. A failure is said, stops the phase, and gives false. */
  async execute(step: Step): Promise<boolean> {
    const { urn, type } = resourceOf(step);
    const record = this.context.events.step(step.op, urn, type);
    try {
      await this.apply(step);
      return true;
    } catch (error) {
      record.failed = true;
      this.context.fail(error instanceof Error ? error.message : String(error), urn);
      return false;
    }
  }

  private async apply(step: Step): Promise<void> {
    const { old, now } = step;
    switch (step.op) {
      case "same":
        if (now !== undefined && old !== undefined) this.keep(old, now);
        break;
      case "create":
      case "create-replacement":
        if (now !== undefined) await this.create(now, step);
        break;
      case "update":
        if (now !== undefined && old !== undefined) await this.update(old, now);
        break;
      case "read":
      case "read-replacement":
        if (now !== undefined) await this.read(now, step);
        break;
      case "delete":
      case "delete-replaced":
      case "discard":
        if (old !== undefined) await this.delete(old, step);
        break;
      case "remove-pending-replace":
        if (old !== undefined) this.context.snapshot.remove(old);
        break;
      case "replace":
        break;
    }
  }

  private keep(old: ResourceState, now: ResourceState): void {
    now.id = old.id;
    now.outputs = old.outputs;
    this.settle(now, old);
  }

  /** Whether the provider has no part in it: components, the provider itself, and everything in a preview. */
  private isOnPaper({ custom, type }: ResourceState): boolean {
    return !custom || this.context.isPreview || type.startsWith("pulumi:providers:");
  }

  private async create(now: ResourceState, step: Step): Promise<void> {
    const place = () => {
      if (step.old !== undefined && step.deleteFirst !== true) step.old.delete = true;
      this.settle(now, step.deleteFirst === true ? step.old : undefined);
    };
    if (this.isOnPaper(now)) {
      if (now.custom) now.outputs = now.inputs;
      place();
      return;
    }
    await this.during("creating", now, async () => {
      const provider = await this.context.provider();
      const live = await this.orInitFailure(() => provider.create(now));
      if (live.id === "") throw new Error("provider did not return an ID from Create");
      now.id = live.id;
      now.outputs = live.outputs;
      now.initErrors = live.failure?.reasons ?? [];
      place();
      if (live.failure !== undefined) throw live.failure;
    });
  }

  private async update(old: ResourceState, now: ResourceState): Promise<void> {
    now.id = old.id;
    if (this.isOnPaper(now)) {
      now.outputs = now.custom ? now.inputs : old.outputs;
      this.settle(now, old);
      return;
    }
    await this.during("updating", now, async () => {
      const provider = await this.context.provider();
      const live = await this.orInitFailure(() => provider.update(old, now.inputs));
      now.outputs = live.outputs;
      now.initErrors = live.failure?.reasons ?? [];
      if (live.failure !== undefined) now.inputs = old.inputs;
      this.settle(now, old);
      if (live.failure !== undefined) throw live.failure;
    });
  }

  private async read(now: ResourceState, step: Step): Promise<void> {
    if (now.id === UNKNOWN_VALUE) {
      this.settle(now, step.old);
      return;
    }
    const call = async () => {
      const provider = await this.context.provider();
      const { id, outputs } = await provider.read(now, now.inputs);
      if (id !== "") now.id = id;
      now.outputs = outputs;
      if (step.op === "read-replacement" && step.old !== undefined) {
        step.old.delete = true;
        this.settle(now);
      } else this.settle(now, step.old);
    };
    await (this.context.isPreview ? call() : this.during("reading", now, call));
  }

  private async delete(old: ResourceState, step: Step): Promise<void> {
    const isReplaced = step.op === "delete-replaced";
    if (!isReplaced && old.protect) {
      throw new Error(
        `resource "${old.urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, ` +
          "either remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`, or use the command:\n" +
          `\`pulumi state unprotect '${old.urn}'\``,
      );
    }
    const isOurs =
      !this.isOnPaper(old) && !old.external && !old.retainOnDelete && !this.deleted.has(old.deletedWith);
    this.deleted.add(old.urn);
    if (isOurs) {
      await this.during("deleting", old, async () => {
        const provider = await this.context.provider();
        await provider.delete(old);
      });
    }
    if (step.deleteFirst === true) {
      old.pendingReplacement = true;
      this.context.snapshot.write();
    } else this.context.snapshot.remove(old);
  }

  private async during(
    type: PendingOperation["type"],
    resource: ResourceState,
    call: () => Promise<void>,
  ): Promise<void> {
    const operation = this.context.snapshot.begin(type, resource);
    try {
      await call();
    } finally {
      this.context.snapshot.end(operation);
    }
  }

  private async orInitFailure(
    call: () => Promise<LiveObject>,
  ): Promise<LiveObject & { failure?: InitFailed }> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof InitFailed)) throw error;
      return { id: error.id, outputs: error.outputs, failure: error };
    }
  }

  private settle(now: ResourceState, before?: ResourceState): void {
    markSecretOutputs(now);
    this.context.snapshot.settle(now, before);
  }
}

/** Marks outputs that were named as secret, or whose input of the same name is one. */
export function markSecretOutputs(resource: ResourceState): void {
  const { inputs, additionalSecretOutputs } = resource;
  resource.outputs = mapProperties(resource.outputs, (value, key) => {
    const source = inputs[key];
    const isNamed = additionalSecretOutputs.includes(key);
    return isNamed || (source !== undefined && containsSecret(source) && !containsSecret(value))
      ? makeSecret(value)
      : value;
  });
}
