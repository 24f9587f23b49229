import { isRecord, type Properties } from "../../provider/lifecycle/engine/engine-values";
import { PartialFailure } from "../../provider/lifecycle/engine/partial-failure";
import { customTimeoutMs } from "../../provider/adapters/dynamic/custom-timeouts";
import { DEFAULT_TIMEOUT_MS } from "../../provider/lifecycle/session/run-operation";
import { UNKNOWN } from "../../provider/rules/validation/unknown";
import type { CommandRecord } from "./command-record";
import type { Working } from "./engine-state";
import { ProviderGone, type SimulatedProcess } from "./simulated-process";
import type { SimulatedTime } from "./simulated-time";
import type { Goal, Stack } from "./stack";

/** How long a call may go on after its time is up, to hand over what is still rented, in ms. */
const GRACE_MS = 30_000;
/** What a request that was on its way at the end may take beyond that, in ms. */
const SLACK_MS = 10_000;

const PROVIDER_TEXT = "text";

/** What a provider says that exists. */
export interface Live {
  readonly id: string;
  readonly outputs: Properties;
  /** It is not what was requested; the engine records it anyway. */
  readonly failure?: PartialFailure;
}

export interface Difference {
  /** Undefined: the engine compares the inputs. */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** The engine's end of the line to the provider's process: plain JSON both ways, as the SDK's server passes it on. */
export class ProviderLink {
  constructor(
    private readonly process: SimulatedProcess,
    private readonly stack: Stack,
    private readonly record: CommandRecord,
    private readonly time: SimulatedTime,
  ) {}

  /** @throws Error with the first failure */
  async check(urn: string, goal: Goal, olds: Properties): Promise<Properties> {
    const isPreview = this.record.name === "preview";
    const { customTimeouts, ...args } = goal.args;
    const unknown = isPreview ? Object.fromEntries(goal.unknown.map((name) => [name, UNKNOWN])) : {};
    const facts = {
      ...{ urn, name: goal.name, organization: "organization", pid: 1, preview: isPreview },
      ...(customTimeouts === undefined ? {} : { timeouts: customTimeouts }),
    };
    const news = { ...args, ...unknown, __program: facts, __provider: PROVIDER_TEXT };
    const { check } = this.process.providers.Instance;
    const result = await this.process.call(async () => check?.(json(olds), json(news)));
    const [failure] = result?.failures ?? [];
    if (failure !== undefined) throw new Refused(`${failure.property}: ${failure.reason}`);
    const inputs: Properties = {
      ...json(isRecord(result?.inputs) ? result.inputs : {}),
      __provider: PROVIDER_TEXT,
    };
    const token = inputs["__token"];
    if (typeof token === "string" && token !== UNKNOWN) this.stack.tokens.add(token);
    return inputs;
  }

  async diff(old: Working, news: Properties): Promise<Difference> {
    const { diff } = this.process.providers.Instance;
    const result = await this.process.call(async () => diff?.(old.id, json(old.outputs), json(news)));
    return {
      changes: result?.changes,
      replaces: result?.replaces ?? [],
      deleteBeforeReplace: result?.deleteBeforeReplace ?? false,
    };
  }

  async create(inputs: Properties): Promise<Live> {
    return this.live("create", inputs, async () => {
      const { id, outs } = await this.process.providers.Instance.create(json(inputs));
      return { id, outputs: { ...json(isRecord(outs) ? outs : {}), __provider: PROVIDER_TEXT } };
    });
  }

  async update(old: Working, news: Properties): Promise<Live> {
    const { update } = this.process.providers.Instance;
    return this.live("update", news, async () => {
      const result = await update?.(old.id, json(old.outputs), json(news));
      const outs: unknown = result?.outs;
      return { id: old.id, outputs: { ...json(isRecord(outs) ? outs : {}), __provider: PROVIDER_TEXT } };
    });
  }

  /** Without an id: gone. */
  async read(old: Working): Promise<{ id: string; outputs: Properties; inputs: Properties | undefined }> {
    const { read } = this.process.providers.Instance;
    const result = await this.timed("update", old.outputs, async () => read?.(old.id, json(old.outputs)));
    const { id, props, inputs }: { id?: unknown; props?: unknown; inputs?: unknown } = result ?? {};
    return {
      id: typeof id === "string" ? id : "",
      outputs: { ...json(isRecord(props) ? props : {}), __provider: PROVIDER_TEXT },
      inputs: isRecord(inputs) ? { ...json(inputs), __provider: PROVIDER_TEXT } : undefined,
    };
  }

  async delete(old: Working): Promise<void> {
    await this.timed("delete", old.outputs, async () =>
      this.process.providers.Instance.delete?.(old.id, json(old.outputs)),
    );
  }

  private async live(
    kind: "create" | "update",
    properties: Properties,
    work: () => Promise<Live>,
  ): Promise<Live> {
    try {
      return await this.timed(kind, properties, work);
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      return { id: error.id, outputs: json(error.properties), failure: error };
    }
  }

  /** One call, with what it promises: an error with a code, in time. */
  private async timed<T>(
    kind: "create" | "update" | "delete",
    properties: Properties,
    work: () => Promise<T>,
  ): Promise<T> {
    const { time } = this;
    const began = time.now() - time.slept();
    const given = customTimeoutMs(properties, kind) ?? DEFAULT_TIMEOUT_MS[kind];
    const allowed = given + GRACE_MS + SLACK_MS;
    try {
      return await this.process.call(work);
    } catch (error) {
      this.judge(error);
      throw error;
    } finally {
      const took = time.now() - time.slept() - began;
      if (took > allowed && !this.record.wasTimeMoved) {
        this.record.complaints.push(
          `a ${kind} took ${String(Math.round(took / 1000))} s, and had ${String(Math.round(allowed / 1000))} s`,
        );
      }
    }
  }

  private judge(error: unknown): void {
    if (error instanceof ProviderGone) return;
    const message = error instanceof PartialFailure ? error.reasons.join() : String(error);
    if (!/\[[A-Z_]+\]$/.test(message)) this.record.complaints.push(`an error without a code: ${message}`);
  }
}

/** Inputs that the provider refuses. */
export class Refused extends Error {}

const SECRET_KEY = "4dabf18193072939515e22adb298388d";

/** What a value becomes on the wire: plain JSON, secrets in plain text. */
function json(properties: Properties): Record<string, unknown> {
  const copy: unknown = JSON.parse(JSON.stringify(properties), (_key, value: unknown) =>
    isRecord(value) && SECRET_KEY in value ? value["value"] : value,
  );
  return isRecord(copy) ? { ...copy } : {};
}
