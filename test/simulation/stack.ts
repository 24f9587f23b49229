import type { Properties } from "../../provider/lifecycle/engine/engine-values";
import { EMPTY, type Checkpoint, type Home } from "./checkpoint";
import type { Which } from "./history";

/** A resource as the program asks for it. */
export interface Goal {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly args: Properties;
  /** Arguments that the next preview cannot know. */
  readonly unknown: readonly string[];
  /** It needs what the others before it give. */
  readonly waits: boolean;
}

/** A user's stack: its program, its configuration and its state. */
export class Stack {
  readonly program = new Map<string, Goal>();
  /** The key and the base URL of the configuration as it is now. */
  config: Home = { account: 0, deployment: 0 };
  /** As the last `up` wrote it into the state: refresh and destroy live by it. */
  recorded: Home = { account: 0, deployment: 0 };
  checkpoint: Checkpoint = EMPTY;
  /** The state after each command, oldest first. */
  readonly earlier: Checkpoint[] = [];
  /** Tokens that its resources were ever given. */
  readonly tokens = new Set<string>();

  constructor(
    readonly which: Which,
    readonly name: string,
  ) {}
}
