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
        if (now === undefined || old === undefined) return;
        now.id = old.id;
        now.outputs = old.outputs;
        return this.settle(now, old);
      case "create":
      case "create-replacement":
        return now === undefined ? undefined : this.create(now, step);
      case "update":
        return now === undefined || old === undefined ? undefined : this.update(old, now);
      case "read":
      case "read-replacement":
        return now === undefined ? undefined : this.read(now, step);
      case "delete":
      case "delete-replaced":
      case "discard":
        return old === undefined ? undefined : this.delete(old, step);
      case "remove-pending-replace":
        return old === undefined ? undefined : this.context.snapshot.remove(old);
      case "replace":
        return;
    }
  }

  private async create(now: ResourceState, step: Step): Promise<void> {
    const { isPreview } = this.context;
    const place = () => {
      if (step.old === undefined) return this.settle(now);
      if (step.deleteFirst === true) return this.settle(now, step.old);
      step.old.delete = true;
      this.settle(now);
    };
    if (!now.custom) return place();
    if (isPreview) {
      now.outputs = now.inputs;
      return place();
    }
    if (now.type.startsWith("pulumi:providers:")) {
      now.outputs = now.inputs;
      return place();
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
    if (!now.custom) {
      now.outputs = old.outputs;
      return this.settle(now, old);
    }
    if (this.context.isPreview || now.type.startsWith("pulumi:providers:")) {
      now.outputs = now.inputs;
      return this.settle(now, old);
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
    if (now.id === UNKNOWN_VALUE) return this.settle(now, step.old);
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
    return this.context.isPreview ? call() : this.during("reading", now, call);
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
      old.custom &&
      !old.external &&
      !old.retainOnDelete &&
      !this.context.isPreview &&
      !old.type.startsWith("pulumi:providers:") &&
      !this.deleted.has(old.deletedWith);
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
