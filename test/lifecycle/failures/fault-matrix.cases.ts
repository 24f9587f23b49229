import type { FaultOrder, ReplyFault } from "../../../provider/emulator/model/fault-kinds";

/** A moment of a launch, by the request that it consists of. */
export interface LaunchStep {
  readonly name: StepName;
  /** For a table: "while …". */
  readonly moment: string;
  readonly method: string;
  /** Part of the request's path. */
  readonly part: string;
  /** Routes of the emulator that a fault of this step strikes, and how many requests of them come before the step. */
  readonly routes: readonly { readonly endpoint: string; readonly skip: number }[];
}

/**
 * Every step of a launch that sends something. In each world the first machine dies, so that there is one to destroy,
 * and a label is requested.
 */
export const LAUNCH_STEPS: readonly LaunchStep[] = [
  {
    ...{ name: "account", moment: "the account is looked up", method: "GET", part: "/users/current/" },
    routes: [{ endpoint: "account.read", skip: 0 }],
  },
  {
    ...{ name: "orphans", moment: "live instances are listed", method: "GET", part: "/v1/instances/" },
    routes: [{ endpoint: "instances.list", skip: 0 }],
  },
  {
    ...{ name: "search", moment: "offers are searched", method: "POST", part: "/bundles/" },
    routes: [{ endpoint: "offers.search", skip: 0 }],
  },
  {
    ...{ name: "rent", moment: "the rent is sent", method: "PUT", part: "/asks/" },
    routes: [{ endpoint: "asks.accept", skip: 0 }],
  },
  {
    ...{ name: "wait", moment: "the machine loads", method: "GET", part: "/v0/instances/" },
    // Several machines are polled with one list; the first list is the one of the step before.
    routes: [
      { endpoint: "instances.read", skip: 0 },
      { endpoint: "instances.list", skip: 1 },
    ],
  },
  {
    ...{ name: "give up", moment: "a dead machine is destroyed", method: "DELETE", part: "/v0/instances/" },
    routes: [{ endpoint: "instances.destroy", skip: 0 }],
  },
  {
    ...{ name: "label", moment: "the label is set", method: "PUT", part: "/v0/instances/" },
    routes: [{ endpoint: "instances.change", skip: 0 }],
  },
];

export type StepName = "account" | "orphans" | "search" | "rent" | "wait" | "give up" | "label";

/** How a create ends: with a machine, or with the code of an error; a partial one keeps an id in the state. */
export type LaunchEnd = "ready" | `${string} (nothing rented)` | `${string} (in the state)`;

/** A fault, and how a launch that is not interrupted ends with it. */
export interface MatrixFault {
  readonly name: string;
  /** Faults that meet the same code; a sample takes turns among them. */
  readonly family: string;
  /** The fault of one step's requests; without one the fault is in the world. */
  readonly reply?: ReplyFault & { readonly times?: number };
  readonly world?: readonly FaultOrder[];
  readonly options?: { readonly listLagSeconds: number };
  /** How the create ends; by default ready. */
  readonly ends?: Partial<Record<StepName, LaunchEnd>>;
  /** How many of eight launches at once end so, where they do not share the request that fails; the others are ready. */
  readonly struckOfEight?: Partial<Record<StepName, number>>;
  /** The service may carry out a rent after the launch has gone on: two machines for a moment, the later one destroyed. */
  readonly actsLate?: true;
  /** For the page: when, where it is not a matter of any request. */
  readonly moment?: string;
  /** For the page. */
  readonly happens: string;
}

/** The faults. */
export const MATRIX_FAULTS: readonly MatrixFault[] = [
  {
    name: "none",
    family: "none",
    moment: "the machine loads",
    happens: "Nothing goes wrong but the first machine, which dies.",
  },
  {
    name: "connection cut before the service acts",
    family: "lost before it acts",
    reply: { kind: "drop", when: "before", times: 2 },
    happens:
      "A request that can be repeated is sent again. A rent is not: live instances are searched for its label for 90 s, then the next offer is taken.",
  },
  {
    name: "answer lost after the service acted",
    family: "lost after it acted",
    reply: { kind: "drop", when: "after" },
    happens:
      "The machine of a rent is found by its label and kept; everything else is sent again, which does no harm.",
  },
  {
    name: "500 before the service acts",
    family: "lost before it acts",
    reply: { kind: "status", status: 500 },
    happens: "As with a cut connection: a 500 does not say whether the service acted.",
  },
  {
    name: "500 after the service acted",
    family: "lost after it acted",
    reply: { kind: "status", status: 500, when: "after" },
    happens: "The machine of a rent is found by its label and kept; everything else is sent again.",
  },
  {
    name: "503 four times",
    family: "lost before it acts",
    reply: { kind: "status", status: 503, times: 4 },
    happens:
      "Sent again with growing pauses; a rent goes to another offer each time, after its label was searched for for 90 s.",
  },
  {
    name: "429 twice",
    family: "too frequent",
    reply: { kind: "too-frequent", threshold: 8, times: 2 },
    happens:
      "The service has not processed the request: it is sent again after the interval that the response names.",
  },
  {
    name: "HTML instead of JSON",
    family: "unreadable",
    reply: { kind: "unreadable", form: "html" },
    happens: "Read again; the machine of a rent is found by its label.",
  },
  {
    name: "half an answer",
    family: "unreadable",
    reply: { kind: "unreadable", form: "truncated" },
    happens: "Read again; the machine of a rent is found by its label.",
  },
  {
    name: "an answer that takes 45 s",
    family: "slow",
    reply: { kind: "hang", seconds: 45 },
    happens:
      "Abandoned after 30 s and sent again; a rent that the service did carry out is found by its label.",
  },
  {
    name: "expired session",
    family: "expired session",
    // Twice: a search started ahead of its use may fail unnoticed, before anybody needs it.
    reply: { kind: "session-expired", times: 2 },
    ends: {
      account: "SESSION_EXPIRED (nothing rented)",
      orphans: "SESSION_EXPIRED (nothing rented)",
      search: "SESSION_EXPIRED (nothing rented)",
      rent: "SESSION_EXPIRED (nothing rented)",
      wait: "SESSION_EXPIRED (in the state)",
      "give up": "DESTROY_FAILED (in the state)",
    },
    // Two refusals meet two launches; one machine dies, and its destroy is refused twice.
    struckOfEight: { rent: 2, wait: 2, "give up": 1 },
    happens: 'A 404 that says that the session has expired is never read as "gone".',
  },
  {
    name: "offers gone",
    family: "offers refused",
    moment: "the rent is sent",
    world: [{ kind: "offer-gone", times: 3 }],
    happens: "The next offer is taken; this does not count as one of `attempts`.",
  },
  {
    name: "rented although refused",
    family: "offers refused",
    moment: "the rent is sent",
    world: [{ kind: "error-with-contract" }],
    happens: "The machine that the refusal names is destroyed, and the next offer is taken.",
  },
  {
    name: "two more machines die",
    family: "bad host",
    moment: "the machine loads",
    world: [{ kind: "host", status: "unknown", times: 2 }],
    happens: "Each is destroyed, and confirmed to be gone, before another is rented.",
  },
  {
    name: "stuck in loading",
    family: "bad host",
    moment: "the machine loads",
    world: [{ kind: "host", status: "loading" }],
    happens: "Discarded after `launch.loadTimeoutSeconds`: destroyed, and another is rented.",
  },
  {
    name: "another GPU delivered",
    family: "bad host",
    moment: "the machine loads",
    world: [{ kind: "delivers", offer: { gpu_name: "GTX 1050" } }],
    happens: "Noticed as soon as the service shows the machine: destroyed, and another is rented.",
  },
  {
    name: "list that lags 30 s",
    family: "reads that lie",
    moment: "always",
    options: { listLagSeconds: 30 },
    happens: "Nothing is concluded from a list that lacks a machine.",
  },
  {
    name: "destroys that are not carried out",
    family: "reads that lie",
    moment: "a dead machine is destroyed",
    world: [{ kind: "ignored", times: 2 }],
    happens:
      "The machine still shows, so the destroy is sent again until it is gone; nothing is rented until then.",
  },
  {
    name: "rent carried out 40 s late",
    family: "late rent",
    moment: "the rent is sent",
    world: [{ kind: "acts-late", seconds: 40 }],
    happens: "The machine is found by its label and kept.",
  },
  {
    name: "rent carried out 150 s late",
    family: "late rent",
    moment: "the rent is sent",
    world: [{ kind: "acts-late", seconds: 150 }],
    actsLate: true,
    happens:
      "After 90 s the launch continues on the next offer; the late machine is destroyed as soon as it shows. Where the command has ended by then, the label is in the state, and the next `pulumi up` or `pulumi destroy` finds the machine and destroys it.",
  },
  {
    name: "reads that show nothing",
    family: "reads that lie",
    moment: "the machine loads",
    world: [{ kind: "reads-null", times: 3 }],
    happens: "Within a minute of the rent this is no evidence.",
  },
];

/** What happens to the command. */
export interface MatrixSignal {
  readonly name: "none" | "Ctrl-C" | "Ctrl-C twice" | "kill -9 of the engine" | "kill -9 of both";
}

/** The signals. */
export const MATRIX_SIGNALS: readonly MatrixSignal[] = [
  { name: "none" },
  { name: "Ctrl-C" },
  { name: "Ctrl-C twice" },
  { name: "kill -9 of the engine" },
  { name: "kill -9 of both" },
];

/** An interruption at some steps of a launch in which nothing else goes wrong. */
export interface Interruption {
  readonly signal: Exclude<MatrixSignal["name"], "none">;
  readonly steps: readonly StepName[];
  /** For the page: "while …". */
  readonly moment: string;
  readonly happens: string;
  readonly seen: string;
  readonly todo: string;
  /** A machine is left that the state does not know: only `recover` can tell of it. */
  readonly needsRecover?: true;
}

const BEFORE: readonly StepName[] = ["account", "orphans", "search"];
const LOADING: readonly StepName[] = ["wait", "give up"];
const ENDS_AT_ONCE = "The command ends within 2 s after the request in flight is answered.";
const RESUMES = "`pulumi up` resumes waiting for the machine; `pulumi destroy` destroys it.";
const LOCKED = "The next command says that the stack is locked, and warns of a pending operation.";
const UNLOCK = "`pulumi cancel`, then `pulumi up`.";
const STOPPED = "The next `pulumi up` stops with `ORPHAN_FOUND`, which names the machine, and rents nothing.";
const RECOVER = "`npx pulumi-vastai recover`: it adopts the machine into the state, or destroys it.";

/** Every step with every signal. */
export const INTERRUPTIONS: readonly Interruption[] = [
  {
    ...{ signal: "Ctrl-C", steps: BEFORE, moment: "before the rent" },
    happens: "Nothing is rented.",
    seen: ENDS_AT_ONCE,
    todo: "Nothing.",
  },
  {
    ...{ signal: "Ctrl-C", steps: ["rent"], moment: "the rent is sent" },
    happens:
      "The provider waits for the response, which says what was rented; a machine is saved as still loading.",
    seen: `${ENDS_AT_ONCE} The machine is in the state.`,
    todo: RESUMES,
  },
  {
    ...{ signal: "Ctrl-C", steps: LOADING, moment: "a machine loads, or is discarded" },
    happens: "The wait ends at once; the machine is saved as still loading, or as discarded.",
    seen: `${ENDS_AT_ONCE} The machine is in the state.`,
    todo: "`pulumi up` resumes waiting for it, or replaces it where it was discarded; `pulumi destroy` destroys it.",
  },
  {
    ...{ signal: "Ctrl-C", steps: ["label"], moment: "the label is set" },
    happens:
      "The machine is ready, and saved as ready; its label may still be the one that it was rented with.",
    seen: ENDS_AT_ONCE,
    todo: "`pulumi up` sets the label.",
  },
  {
    ...{ signal: "Ctrl-C twice", steps: BEFORE, moment: "before the rent" },
    happens: "Nothing is rented.",
    seen: "The command ends at once.",
    todo: "Nothing.",
  },
  {
    ...{ signal: "Ctrl-C twice", steps: ["rent", ...LOADING, "label"], moment: "from the rent on" },
    happens:
      "What was saved after the first press is in the state and is left alone. What was not is destroyed at once, because nothing can save it any more; the engine ends the provider 5 s after the second press, however many machines there are. A result that reaches the engine together with the second press is accepted and not saved: that machine keeps running.",
    seen: LOCKED,
    todo: "`pulumi cancel`, then `npx pulumi-vastai recover`: it adopts a machine that keeps running into the state, or destroys it. `pulumi up` alone stops with `ORPHAN_FOUND`, but does not recognize a machine that already has the requested `label`.",
  },
  {
    ...{ signal: "kill -9 of the engine", steps: BEFORE, moment: "before the rent" },
    happens: "Noticed within 2 s. Nothing is rented, and the provider process ends.",
    seen: LOCKED,
    todo: UNLOCK,
  },
  {
    ...{ signal: "kill -9 of the engine", steps: ["rent", ...LOADING, "label"], moment: "from the rent on" },
    happens:
      "Noticed within 2 s. What was rented and is not in the state is destroyed at once and confirmed to be gone; then the provider process ends.",
    seen: LOCKED,
    todo: UNLOCK,
  },
  {
    ...{ signal: "kill -9 of both", steps: BEFORE, moment: "before the rent" },
    happens: "Nothing is rented.",
    seen: LOCKED,
    todo: UNLOCK,
  },
  {
    ...{ signal: "kill -9 of both", steps: ["rent", "wait"], moment: "from the rent on" },
    happens:
      "The machine keeps running. Its label holds the same token as the pending operation in the state.",
    seen: STOPPED,
    todo: RECOVER,
    needsRecover: true,
  },
  {
    ...{ signal: "kill -9 of both", steps: ["give up"], moment: "a dead machine is destroyed" },
    happens:
      "A destroy that was sent is carried out. A machine that it did not reach keeps running, with its token.",
    seen: `${LOCKED} A machine that keeps running stops the next \`pulumi up\` with \`ORPHAN_FOUND\`.`,
    todo: `${UNLOCK} After \`ORPHAN_FOUND\`, ${RECOVER}`,
  },
  {
    ...{ signal: "kill -9 of both", steps: ["label"], moment: "between the label and the answer" },
    happens: "The machine keeps running, with the requested label instead of the token.",
    seen: `${LOCKED} The next \`pulumi up\` does not recognize the machine.`,
    todo: "`npx pulumi-vastai recover` before the next `pulumi up`: it asks about machines with exactly this label.",
    needsRecover: true,
  },
];

/** An interruption of processes that a clock in one process cannot play: tried with real ones alone, in `test/engine`. */
export interface ProcessInterruption extends Omit<Interruption, "signal" | "steps" | "needsRecover"> {
  readonly signal: string;
}

/** What is tried with real processes alone. */
export const PROCESS_INTERRUPTIONS: readonly ProcessInterruption[] = [
  {
    ...{ signal: "the terminal is closed (SIGHUP)", moment: "from the rent on" },
    happens:
      "The engine and the program end. For the provider this is a killed engine: what was rented and is not in the state is destroyed at once and confirmed to be gone; then its process ends.",
    seen: LOCKED,
    todo: UNLOCK,
  },
  {
    ...{ signal: "SIGHUP to the provider alone", moment: "from the rent on" },
    happens: "What it rented and has not yet returned to the engine is destroyed, and its process ends.",
    seen: "The command fails. The state may hold machines that are gone.",
    todo: "`pulumi up` replaces them.",
  },
  {
    ...{ signal: "kill -9 of the provider alone", moment: "from the rent on" },
    happens:
      "The machine keeps running. The engine records that the creation failed: neither the state nor a pending operation has the machine, only its label, whose key belongs to the resource.",
    seen: `The command fails. ${STOPPED}`,
    todo: "`npx pulumi-vastai recover` lists it as an orphan whose key belongs to the stack: with `--adopt-id` the next `pulumi up` adopts it, and with `--destroy` it is destroyed.",
  },
];
