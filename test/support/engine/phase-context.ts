import { makeSecret, type PropertyMap } from "./property-values";
import type { PhaseEvents } from "./phase-events";
import type { ProviderClient } from "./provider-client";
import { ProviderProcess } from "./provider-process";
import { PROVIDER_TYPE } from "./resource-state";
import type { Snapshot } from "./snapshot";

/** A project and the stack of it that an engine works on. */
export interface StackSettings {
  projectFolder: string;
  projectName: string;
  organization: string;
  stack: string;
  /** How many creates, updates, reads and deletes may run at once. */
  parallel: number;
  /** The whole environment of the children. */
  env: NodeJS.ProcessEnv;
  typescript: boolean;
}

/** The configuration of a stack by `namespace:key`. */
export type StackConfig = ReadonlyMap<string, { value: string; secret: boolean }>;

/** What every part of a running phase shares. */
export class PhaseContext {
  /** Set once no new step may begin. */
  stopped = false;
  /** Set once something went wrong, so that the phase cannot succeed. */
  failed = false;
  /** Called when the phase must end early. */
  onStop: () => void = () => undefined;
  engineAddress = "";
  /** The process id of the provider, once it is there. */
  providerPid: number | undefined;
  private started: Promise<ProviderProcess> | undefined;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    readonly settings: StackSettings,
    readonly config: StackConfig,
    readonly snapshot: Snapshot,
    readonly events: PhaseEvents,
    readonly isPreview: boolean,
  ) {}

  /** The configuration as the default provider stores it. */
  providerInputs(): PropertyMap {
    return Object.fromEntries(
      [...this.config].map(([name, { value, secret }]) => [name, secret ? makeSecret(value) : value]),
    );
  }

  /** The one provider process of the phase, started at the first need with the configuration that the state holds. */
  async provider(): Promise<ProviderClient> {
    this.started ??= ProviderProcess.start({
      projectFolder: this.settings.projectFolder,
      projectName: this.settings.projectName,
      engineAddress: this.engineAddress,
      env: this.settings.env,
      config: this.snapshot.resources().find(({ type }) => type === PROVIDER_TYPE)?.inputs ?? {},
      onLine: (stream, line) => this.events.say(stream === "stdout" ? "info" : "info#err", line),
    });
    const { pid, client } = await this.started;
    this.providerPid = pid;
    return client;
  }

  /** The provider process, if one was started and lives. */
  async startedProvider(): Promise<ProviderProcess | undefined> {
    return this.started?.catch(() => undefined);
  }

  /** Ends the phase early: nothing new begins, what runs is waited for. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    for (const go of this.waiting.splice(0)) go();
    this.onStop();
  }

  /** Says what went wrong, and ends the phase early. */
  fail(message: string, urn = ""): void {
    this.failed = true;
    this.events.say("error", message, urn);
    this.stop();
  }

  /** Runs `work` when one of the parallel places is free; not at all once the phase is to stop. */
  async inTurn(work: () => Promise<void>): Promise<boolean> {
    if (this.running >= this.settings.parallel && !this.stopped) {
      await new Promise<void>((go) => this.waiting.push(go));
    }
    if (this.stopped) return false;
    this.running += 1;
    try {
      await work();
      return true;
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
