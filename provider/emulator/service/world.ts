import type { EmulatorOptions } from "../model/emulator-options";
import type { EmulatorReply } from "../model/replies";
import type { EmulatorRequest } from "../model/emulator-request";
import { answerRequest } from "./request-pipeline";
import { actOnWorld, type WorldAction } from "../model/world-actions";
import { WorldState } from "../model/world-state";

/** The emulated service: its state, and whoever asks it. */
export class World extends WorldState {
  /** Answers a request. `drop`: the connection is cut without an answer. */
  async handle(request: EmulatorRequest): Promise<EmulatorReply | "drop"> {
    this.settle();
    return answerRequest(this, this.log, request);
  }

  /** Changes the world as somebody else would, behind the back of whoever is being tested. */
  do(action: WorldAction): unknown {
    this.settle();
    return actOnWorld(this, action);
  }
}

/** An emulated service in this process, without HTTP. */
export function createWorld(options: EmulatorOptions = {}): World {
  return new World(options);
}
