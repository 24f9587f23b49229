import type { Emulator } from "../../../provider/emulator/start-emulator";
import type { FaultCell } from "../../lifecycle/failures/fault-cell";
import type { Engine, PhaseResult, RunningPhase } from "../../support/journey";
import { until } from "../../support/until";
import { gone, isProvider, startedUntil } from "../journeys/interruption";

/** An up that the cell's signal strikes while the first request of its step waits for its answer. */
export async function strike(engine: Engine, emulator: Emulator, cell: FaultCell): Promise<PhaseResult> {
  if (cell.signal === "none") return engine.up();
  const running = await startedUntil(engine, "up", isAt(emulator, cell));
  const pids = running.pids();
  const providers = pids.filter(isProvider);
  await deliver(running, cell.signal);
  const result = await running.result;
  // A program whose engine was killed may outlive it; its provider may not.
  await gone(cell.signal === "kill -9 of the engine" ? providers : pids);
  if (cell.signal === "kill -9 of the engine") running.killAll();
  return result;
}

function isAt(emulator: Emulator, { step, count }: FaultCell): () => boolean {
  return () => {
    const requests = emulator.world.requests();
    // Several machines are polled with one list; the first list is the one before the launch.
    const first = requests.findIndex(({ route }) => route === "instances.list");
    return requests.some(({ method, path, route, status }, index) => {
      const isStep = method === step.method && path.includes(step.part);
      const isSharedLook = step.name === "wait" && count > 1 && route === "instances.list" && index > first;
      return status === undefined && (isStep || isSharedLook);
    });
  };
}

async function deliver(running: RunningPhase, signal: FaultCell["signal"]): Promise<void> {
  switch (signal) {
    case "none":
      break;
    case "Ctrl-C":
      running.interrupt();
      break;
    case "Ctrl-C twice":
      running.interrupt();
      await until(() => running.isStopping());
      running.interrupt();
      break;
    case "kill -9 of the engine":
      running.killEngine();
      break;
    case "kill -9 of both":
      running.killAll();
      break;
  }
}
