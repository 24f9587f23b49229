import type { FaultOrder, ReplyFault } from "../../provider/emulator/fault-kinds";

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
 * and a label is asked for.
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
    // Several machines are looked at with one list; the first list is the one of the step before.
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

/** A trouble, and how a launch that is not interrupted ends with it. */
export interface MatrixFault {
  readonly name: string;
  /** The trouble with one step's requests; without one the fault is a matter of the world. */
  readonly reply?: ReplyFault & { readonly times?: number };
  readonly world?: readonly FaultOrder[];
  readonly options?: { readonly listLagSeconds: number };
  /** How the create ends; by default ready. */
  readonly ends?: Partial<Record<StepName, LaunchEnd>>;
  /** The service may carry out a rent after the launch has gone on: two machines for a moment, the later one destroyed. */
  readonly actsLate?: true;
  /** For the page. */
  readonly happens: string;
}

/** The troubles. */
export const MATRIX_FAULTS: readonly MatrixFault[] = [
  { name: "none", happens: "Nothing goes wrong but the first machine, which dies." },
  {
    name: "connection cut before the service acts",
    reply: { kind: "drop", when: "before", times: 2 },
    happens:
      "A request that can be repeated is repeated. A rent is never sent again: its label is looked for among live instances for 90 s, then the next offer is taken.",
  },
  {
    name: "answer lost after the service acted",
    reply: { kind: "drop", when: "after" },
    happens:
      "A rent's machine is found by its label and taken; everything else is repeated, which does no harm.",
  },
  {
    name: "500 before the service acts",
    reply: { kind: "status", status: 500 },
    happens: "As a cut connection: a 500 does not tell whether the service acted.",
  },
  {
    name: "500 after the service acted",
    reply: { kind: "status", status: 500, when: "after" },
    happens: "A rent's machine is found by its label and taken; everything else is repeated.",
  },
  {
    name: "503 four times",
    reply: { kind: "status", status: 503, times: 4 },
    happens: "Repeated with growing pauses; a rent goes to another offer each time, after 90 s of looking.",
  },
  {
    name: "429 twice",
    reply: { kind: "too-frequent", threshold: 8, times: 2 },
    happens:
      "The service has turned the request away unread: it is sent again at the interval that it names.",
  },
  {
    name: "HTML instead of JSON",
    reply: { kind: "unreadable", form: "html" },
    happens: "Read again; a rent's machine is found by its label.",
  },
  {
    name: "half an answer",
    reply: { kind: "unreadable", form: "truncated" },
    happens: "Read again; a rent's machine is found by its label.",
  },
  {
    name: "an answer that takes 45 s",
    reply: { kind: "hang", seconds: 45 },
    happens: "Given up after 30 s and repeated; a rent that was carried out after all is found by its label.",
  },
  {
    name: "expired session",
    reply: { kind: "session-expired" },
    ends: {
      account: "SESSION_EXPIRED (nothing rented)",
      search: "SESSION_EXPIRED (nothing rented)",
      rent: "SESSION_EXPIRED (nothing rented)",
      wait: "SESSION_EXPIRED (in the state)",
      "give up": "DESTROY_FAILED (in the state)",
    },
    happens: 'A 404 with the words of an expired login is never taken for "gone".',
  },
  {
    name: "offers gone",
    world: [{ kind: "offer-gone", times: 3 }],
    happens: "The next offer is taken, at no charge against `attempts`.",
  },
  {
    name: "rented although refused",
    world: [{ kind: "error-with-contract" }],
    happens: "The machine that the refusal names is destroyed, and the next offer taken.",
  },
  {
    name: "two more machines die",
    world: [{ kind: "host", status: "unknown", times: 2 }],
    happens: "Each is destroyed and its end confirmed before another is rented.",
  },
  {
    name: "stuck in loading",
    world: [{ kind: "host", status: "loading" }],
    happens: "Given up after `launch.loadTimeoutSeconds`, destroyed, and another rented.",
  },
  {
    name: "another GPU delivered",
    world: [{ kind: "delivers", offer: { gpu_name: "GTX 1050" } }],
    happens: "Seen as soon as the service shows the machine: destroyed, and another rented.",
  },
  {
    name: "list that lags 30 s",
    options: { listLagSeconds: 30 },
    happens: "Nothing is concluded from a list that lacks a machine.",
  },
  {
    name: "destroys that are not carried out",
    world: [{ kind: "ignored", times: 2 }],
    happens: "The machine still shows, so it is told again until it is gone; nothing is rented meanwhile.",
  },
  {
    name: "rent carried out 40 s late",
    world: [{ kind: "acts-late", seconds: 40 }],
    happens: "Found by its label and taken.",
  },
  {
    name: "rent carried out 150 s late",
    world: [{ kind: "acts-late", seconds: 150 }],
    actsLate: true,
    happens: "The launch has gone on after 90 s; the late machine is destroyed as soon as it shows.",
  },
  {
    name: "reads that show nothing",
    world: [{ kind: "reads-null", times: 3 }],
    happens: "Within a minute of the rent that proves nothing.",
  },
];

/** What happens to the command. */
export interface MatrixSignal {
  readonly name: "none" | "Ctrl-C" | "Ctrl-C twice" | "kill -9 of the engine" | "kill -9 of both";
  readonly happens: string;
  readonly seen: string;
  readonly todo: string;
}

/** The signals. */
export const MATRIX_SIGNALS: readonly MatrixSignal[] = [
  { name: "none", happens: "", seen: "", todo: "" },
  {
    name: "Ctrl-C",
    happens:
      "Nothing more is rented. A request under way is waited for, since its answer says what was rented.",
    seen: "The command ends within 2 s and one request. Every machine that is rented is in the state.",
    todo: "`pulumi up` goes on with the machines that load; `pulumi destroy` gives them back.",
  },
  {
    name: "Ctrl-C twice",
    happens:
      "The engine takes no more results. What was rented and not yet recorded is destroyed at once; what is in the state is not touched.",
    seen: "The command ends at once and warns of pending operations at the next run.",
    todo: "`npx pulumi-vastai recover` where the next `pulumi up` names an instance that an interrupted launch left behind.",
  },
  {
    name: "kill -9 of the engine",
    happens:
      "Noticed within 2 s. What was rented and not yet recorded is destroyed at once, then the process exits.",
    seen: "Nothing; the next run says that the stack is locked (`pulumi cancel`).",
    todo: "`pulumi cancel`, then `pulumi up`.",
  },
  {
    name: "kill -9 of both",
    happens:
      "Nothing can be done. The machine's label holds the token that the state's pending operation has.",
    seen: "The next `pulumi up` stops with ORPHAN_FOUND and rents nothing.",
    todo: "`npx pulumi-vastai recover` takes the machine into the state, or destroys it (`--destroy`).",
  },
];
