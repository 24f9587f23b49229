import { createServiceClient } from "../../provider/client/create-service-client";
import { ProcessWatch } from "../../provider/adapters/dynamic/process-watch";
import { newDynamicProcess } from "../../provider/adapters/dynamic/dynamic-process";
import type { SendLine } from "../../provider/lifecycle/engine/progress";
import {
  resourceProviders,
  type ResourceProviders,
} from "../../provider/adapters/dynamic/resource-providers";
import { Session } from "../../provider/lifecycle/session/session";
import { readSettings, type ReadConfig } from "../../provider/lifecycle/settings/settings";
import { Pacer } from "../../provider/wire/pacing";
import { ServiceTime } from "../../provider/wire/service-time";
import { TransportError } from "../../provider/wire/transport-error";
import type { Transport } from "../../provider/wire/transport";
import { never } from "../support/mortal-clock";
import type { Home } from "./checkpoint";
import type { Random } from "./random";
import type { Service } from "./service";
import { ProcessTime, type SimulatedTime } from "./simulated-time";

/** A request on its way. */
export interface Passage {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly baseUrl: string;
  readonly moment: "sent" | "acted";
}

export interface ProcessOptions {
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly service: Service;
  /** Told of every request twice, before and after the service acts. */
  readonly onPassage: (passage: Passage) => void;
  readonly send: SendLine;
}

/** What the engine is told where the connection to the provider's process broke. */
export class ProviderGone extends Error {
  constructor() {
    super("error reading from server: EOF");
  }
}

/** One process of the provider, with the real providers in it. */
export class SimulatedProcess {
  readonly state = newDynamicProcess();
  readonly time: ProcessTime;
  readonly providers: ResourceProviders;
  readonly session: (config: ReadConfig) => Session;
  private readonly alive = { program: true, engine: true };
  private readonly watch: ProcessWatch;
  private readonly onDeath: (() => void)[] = [];

  constructor(private readonly options: ProcessOptions) {
    this.time = new ProcessTime(options.time);
    this.session = (config) => this.open(config);
    this.providers = resourceProviders({
      process: () => this.state,
      session: this.session,
      send: (line) => {
        if (this.alive.engine) options.send(line);
      },
      clock: this.time,
      // The watch begins with the first thing there is to notice: until then it would only fill the time.
      watch: () => undefined,
      randomBytes: (size) => options.random.bytes(size),
    });
    this.watch = new ProcessWatch(this.state, this.time, {
      isAlive: () => this.alive.program,
      engineAnswers: () => Promise.resolve(this.alive.engine),
      exit: () => this.kill(),
    });
    this.state.look = async () => this.look();
  }

  /** A real process looks before it hands a result over, however long the last look of its watch is ago. */
  private async look(): Promise<void> {
    if (this.alive.program && this.alive.engine) return;
    this.watch.start();
    await this.state.look?.();
  }

  configure(home: Home): void {
    const { service } = this.options;
    const config: Readonly<Record<string, string>> = {
      apiKey: service.keyOf(home.account),
      baseUrl: service.urlOf(home.deployment),
    };
    this.state.config = (key) => config[key];
  }

  endProgram(): void {
    this.alive.program = false;
    this.notice();
  }

  endEngine(): void {
    this.alive.engine = false;
    this.notice();
  }

  signal(): void {
    this.watch.onSignal();
  }

  isDead(): boolean {
    return this.time.dead();
  }

  kill(): void {
    if (this.time.dead()) return;
    this.time.kill();
    for (const tell of this.onDeath) tell();
  }

  /** A call of the engine; fails where the process dies before it answers. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.isDead()) throw new ProviderGone();
    return new Promise<T>((resolve, reject) => {
      this.onDeath.push(() => reject(new ProviderGone()));
      work().then(
        (result) => (this.isDead() ? undefined : resolve(result)),
        (error: unknown) =>
          this.isDead() ? undefined : reject(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }

  /** As a look that comes every quarter of a second does. */
  private notice(): void {
    const { random } = this.options;
    void this.time.sleep(random.integer(0, 250)).then(() => this.watch.start());
  }

  private open(config: ReadConfig): Session {
    const settings = readSettings({ config, environment: {}, readFile: () => undefined, home: "/" });
    const name = JSON.stringify([settings.baseUrl, settings.apiKey, settings.pacing]);
    const known = this.state.sessions.get(name);
    if (known !== undefined) return known;
    const { random } = this.options;
    const { baseUrl, apiKey, pacing, apiKeySource } = settings;
    const serviceTime = new ServiceTime(this.time);
    const client = createServiceClient({
      transport: serviceTime.toldBy(this.transport(baseUrl, apiKey)),
      clock: this.time,
      pacer: new Pacer(this.time, () => random.next()),
      pacing,
      baseUrl,
      secrets: [apiKey],
      keySource: apiKeySource,
      random: () => random.next(),
    });
    const session = new Session(settings, client, this.time, this.state, serviceTime);
    this.state.sessions.set(name, session);
    return session;
  }

  private transport(baseUrl: string, apiKey: string): Transport {
    const { service, time, onPassage } = this.options;
    return async ({ method, path, body, signal }) => {
      if (this.isDead()) return never();
      const passage = { method, path, body, baseUrl };
      let dateMs = 0;
      const travel = async () => {
        if (service.latencyMs > 0) await time.sleep(service.latencyMs);
        onPassage({ ...passage, moment: "sent" });
        const reply = await service.worldAt(baseUrl).handle({
          method,
          path,
          headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
          body: method === "GET" ? "" : JSON.stringify(body ?? {}),
        });
        dateMs = Math.floor(time.now() / 1000) * 1000;
        onPassage({ ...passage, moment: "acted" });
        if (service.latencyMs > 0) await time.sleep(service.latencyMs);
        // Nothing arrives at a laptop that sleeps.
        if (time.isAsleep()) await this.time.sleep(0);
        return this.isDead() ? never() : reply;
      };
      const reply = await Promise.race([travel(), aborted(signal)]);
      if (reply === "drop") throw new TransportError("broken", true, "the connection was cut");
      return { status: reply.status, text: reply.body, dateMs };
    };
  }
}

async function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}
