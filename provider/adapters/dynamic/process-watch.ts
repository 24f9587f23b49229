import { connect } from "node:net";
import type { Clock } from "../../wire/clock";
import { EngineGone, ProgramGone } from "../../lifecycle/engine/gone";
import type { DynamicProcess } from "./dynamic-process";

/** How often program and engine are checked, in ms of real time. */
const LOOK_EVERY_MS = 250;
/**
 * How long the last destroys may take after the engine is gone: it kills us 5 s after its signal; where it was killed
 * itself, the machine of a rent whose answer was lost is waited for until it can no longer show.
 */
const LAST_WORK_MS = 12 * 60_000;

/**
 * The signals on which the process destroys what nobody recorded; any other kills it at once. A terminal that is closed sends
 * SIGHUP to everything in it.
 */
export const ENDING_SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** The parts of the operating system that the watch uses. */
export interface Probes {
  isAlive(pid: number): boolean;
  engineAnswers(): Promise<boolean>;
  exit(): void;
}

/**
 * Detects what no call reports to a dynamic provider. The first Ctrl-C ends the program's process only, so a program that is
 * gone while an operation is in flight means cancelled. A second one, or a killed engine, leaves nobody who could record
 * a result. The signal that does reach this process comes at the end of every normal run, too: then it exits at once.
 */
export class ProcessWatch {
  private isEnding = false;
  private stop: AbortController | undefined;

  constructor(
    private readonly state: DynamicProcess,
    private readonly clock: Clock,
    private readonly probes: Probes,
  ) {}

  start(): void {
    if (this.stop !== undefined) return;
    const stop = new AbortController();
    this.stop = stop;
    this.state.stopWatch = () => stop.abort();
    this.state.look = async () => this.look();
    void this.run(stop.signal).catch(() => undefined);
  }

  /** A signal that ends this process. */
  onSignal(): void {
    if (this.state.operations.size === 0) this.probes.exit();
    else this.end();
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.isEnding) {
      await this.look();
      await this.clock.sleep(LOOK_EVERY_MS, signal);
    }
  }

  private async look(): Promise<void> {
    const { operations, programPid } = this.state;
    const programIsGone = operations.size > 0 && programPid !== undefined && !this.probes.isAlive(programPid);
    // A lost engine takes its program with it, so it is checked last: a result that nobody receives would be lost.
    if (!(await this.probes.engineAnswers())) this.end();
    else if (programIsGone) for (const operation of operations) operation.abort(new ProgramGone());
  }

  private end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.state.engineGone.abort(new EngineGone());
    for (const operation of this.state.operations) operation.abort(new EngineGone());
    void this.exitWhenDone();
  }

  private async exitWhenDone(): Promise<void> {
    const last = this.clock.now() + LAST_WORK_MS;
    while (this.state.operations.size > 0 && this.clock.now() < last) await this.clock.sleep(50);
    this.probes.exit();
  }
}

/** The probes of a real provider process. `engineAddress` is the last argument that the engine starts us with. */
export function systemProbes(engineAddress: string | undefined): Probes {
  return {
    isAlive: (pid) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch (error) {
        return error instanceof Error && "code" in error && error.code === "EPERM";
      }
    },
    engineAnswers: async () => {
      const address = /^(.*):(\d+)$/.exec(engineAddress ?? "");
      if (address?.[1] === undefined || address[2] === undefined) return true;
      return answers(address[1], Number(address[2]));
    },
    exit: () => process.exit(0),
  };
}

/** Only a refused connection proves that nobody is there. */
async function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.unref();
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => resolve(!("code" in error && error.code === "ECONNREFUSED")));
  });
}
