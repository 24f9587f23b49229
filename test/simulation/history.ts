import type { FaultOrder, World } from "../../provider/emulator/start-emulator";

/** One of the two stacks, accounts or deployments. */
export type Which = 0 | 1;

/** When something strikes within a command: at its n-th request, before or after the service acts, or after a time. */
export type Moment =
  { readonly request: number; readonly when: "sent" | "acted" } | { readonly afterMs: number };

/** What happens to the processes of a command, or to the laptop that they run on. */
export type Strike = { readonly at: Moment } & (
  | { readonly kind: "ctrl-c" }
  /** `gapMs` lies between the two. */
  | { readonly kind: "ctrl-c-twice"; readonly gapMs: number }
  | { readonly kind: "kill-engine" | "kill-provider" | "kill-both" | "hang-up" }
  | { readonly kind: "laptop-sleeps"; readonly ms: number }
  | { readonly kind: "clock-step"; readonly ms: number }
);

/** A fault of one deployment, ordered as the command begins. */
export type ServiceFault = FaultOrder & { readonly deployment?: Which };

type WorldAction = Parameters<World["do"]>[0];

/** What a command runs under. */
export interface Troubles {
  readonly strikes?: readonly Strike[];
  readonly faults?: readonly ServiceFault[];
}

/** An argument of a resource is set, or unset where there is no value. */
export interface Edit {
  readonly name: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

export type CommandName = "up" | "refresh" | "destroy" | "recover" | "preview";

/** One thing that the user, the world or time does. */
export type HistoryStep =
  /** `unless moved`: without one, but for a stack whose key or URL is another than that of what it has. */
  | ({ readonly do: "up"; readonly stack: Which; readonly preview: boolean | "unless moved" } & Troubles)
  | ({ readonly do: "refresh" | "destroy" | "recover" | "preview"; readonly stack: Which } & Troubles)
  | ({ readonly do: "edit"; readonly stack: Which } & Edit)
  /** Arguments that the next preview cannot know. */
  | {
      readonly do: "unknown-in-preview";
      readonly stack: Which;
      readonly name: string;
      readonly args: readonly string[];
    }
  | {
      readonly do: "add";
      readonly stack: Which;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Before everything that the program asks for by now. */
      readonly isFirst?: boolean;
      /** It needs what those before it give, so that the program asks for it when they are there. */
      readonly waits?: boolean;
    }
  | { readonly do: "remove"; readonly stack: Which; readonly name: string }
  | { readonly do: "rename"; readonly stack: Which; readonly name: string; readonly to: string }
  /** The state as it was so many commands ago. */
  | { readonly do: "import"; readonly stack: Which; readonly back: number; readonly whenSettled?: true }
  | {
      readonly do: "configure";
      readonly stack: Which;
      readonly account?: Which;
      readonly deployment?: Which;
      /** Only where no launch of the stack is in doubt: see the bounds. */
      readonly whenSettled?: true;
    }
  | { readonly do: "wait"; readonly seconds: number }
  | { readonly do: "clock-step"; readonly ms: number }
  /** Somebody else acts; `instance` counts the stack's live machines, from 0. */
  | {
      readonly do: "world";
      readonly deployment?: Which;
      readonly instance: number;
      readonly action: WorldAction["action"] & `${string}-instance`;
      readonly more?: Readonly<Record<string, unknown>>;
    };

/** What holds for the whole history. */
export interface Setting {
  readonly offers: number;
  /** Each in seconds; see the emulator's options. */
  readonly loadSeconds: number;
  readonly readLagSeconds: number;
  readonly listLagSeconds: number;
  readonly destroyLagSeconds: number;
  /** A request's way to the service, and its answer's way back. */
  readonly latencyMs: number;
  readonly rateLimits: boolean;
  readonly pageSize: number;
  /** The second stack has the same names in the same project, as of another backend. */
  readonly isSameName?: boolean;
  /** Clocks move while they are read, and timers miss their time by a little. */
  readonly jitter?: boolean;
}

/** A program of steps: plain data, so that it can be shrunk, printed and kept. */
export interface History {
  readonly seed: number;
  readonly setting: Setting;
  readonly steps: readonly HistoryStep[];
}
