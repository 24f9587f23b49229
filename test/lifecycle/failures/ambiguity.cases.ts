/** A request that changes something, and whose answer may not tell whether it did. */
export type AmbiguousOperation =
  "rent" | "create template" | "edit template" | "destroy" | "change bid" | "set label" | "stop";

export type Ambiguity =
  | "lost before the service acted"
  | "lost after the service acted"
  | "5xx before the service acted"
  | "5xx after the service acted"
  | "list lags 30 s"
  | "the look-up fails too"
  | "carried out 40 s late"
  | "carried out 150 s late";

/** What is decided, by which observation, and what a test sees. */
export interface AmbiguityRow {
  readonly operation: AmbiguousOperation;
  readonly doubt: Ambiguity;
  readonly decision: string;
  /** How often the request is sent. */
  readonly sent: number;
  /** `done`, or the code of the error. */
  readonly ends: "done" | "ANSWER_LOST";
}

const AGAIN = "Sent again: doing it twice has the same effect as once.";
const LOOK = "Never sent again. Live instances are searched for its label, until 90 s after it was sent.";
const SHOWN = `${LOOK} It is found: that machine is kept.`;
const NOT_SHOWN = `${LOOK} It is not found: the next offer is taken, a warning names the label, and the search for it goes on while the command runs, up to 30 minutes; the next \`pulumi up\` or \`pulumi destroy\` searches once more.`;
const NAMED = "Never sent again. Templates are searched for this name, creator and time, for 60 s.";

/** A repeatable request is decided alike in every doubt. */
function repeated(operation: AmbiguousOperation, decision: string): AmbiguityRow[] {
  const doubts = [
    "lost before the service acted",
    "lost after the service acted",
    "5xx before the service acted",
    "5xx after the service acted",
    "carried out 40 s late",
  ] as const;
  return doubts.map((doubt) => ({ operation, doubt, decision, sent: 2, ends: "done" }));
}

/** The decision table: every ambiguity is resolved by reading from the service, or the state keeps it. */
export const AMBIGUITY_ROWS: readonly AmbiguityRow[] = [
  { operation: "rent", doubt: "lost before the service acted", decision: NOT_SHOWN, sent: 2, ends: "done" },
  { operation: "rent", doubt: "lost after the service acted", decision: SHOWN, sent: 1, ends: "done" },
  { operation: "rent", doubt: "5xx before the service acted", decision: NOT_SHOWN, sent: 2, ends: "done" },
  { operation: "rent", doubt: "5xx after the service acted", decision: SHOWN, sent: 1, ends: "done" },
  { operation: "rent", doubt: "list lags 30 s", decision: SHOWN, sent: 1, ends: "done" },
  {
    operation: "rent",
    doubt: "the look-up fails too",
    decision:
      "Nothing more is rented. The unconfirmed rent is in the state with its label; the next `pulumi up` or `pulumi destroy` searches again.",
    sent: 1,
    ends: "ANSWER_LOST",
  },
  { operation: "rent", doubt: "carried out 40 s late", decision: SHOWN, sent: 1, ends: "done" },
  {
    operation: "rent",
    doubt: "carried out 150 s late",
    decision: `${NOT_SHOWN} There it is found, and destroyed.`,
    sent: 2,
    ends: "done",
  },
  {
    operation: "create template",
    doubt: "lost before the service acted",
    decision: `${NAMED} None is found: the error says what to search for.`,
    sent: 1,
    ends: "ANSWER_LOST",
  },
  {
    operation: "create template",
    doubt: "lost after the service acted",
    decision: `${NAMED} Exactly one is found: it is ours.`,
    sent: 1,
    ends: "done",
  },
  {
    operation: "create template",
    doubt: "5xx before the service acted",
    decision: `${NAMED} None is found: the error says what to search for.`,
    sent: 1,
    ends: "ANSWER_LOST",
  },
  {
    operation: "create template",
    doubt: "5xx after the service acted",
    decision: `${NAMED} Exactly one is found: it is ours.`,
    sent: 1,
    ends: "done",
  },
  {
    operation: "create template",
    doubt: "carried out 40 s late",
    decision: `${NAMED} Exactly one is found: it is ours.`,
    sent: 1,
    ends: "done",
  },
  {
    operation: "edit template",
    doubt: "lost before the service acted",
    decision: AGAIN,
    sent: 2,
    ends: "done",
  },
  {
    operation: "edit template",
    doubt: "lost after the service acted",
    decision:
      "Sent again: its hash has gone stale, so the template is read by its id and edited with its current hash.",
    sent: 3,
    ends: "done",
  },
  {
    operation: "edit template",
    doubt: "5xx before the service acted",
    decision: AGAIN,
    sent: 2,
    ends: "done",
  },
  {
    operation: "edit template",
    doubt: "5xx after the service acted",
    decision:
      "Sent again: its hash has gone stale, so the template is read by its id and edited with its current hash.",
    sent: 3,
    ends: "done",
  },
  ...repeated(
    "destroy",
    "Sent again, and the machine is read until it is gone. That there is no such instance is accepted of a machine in its first " +
      "minute only when that minute is over.",
  ).map((row) => (row.doubt.endsWith("after the service acted") ? { ...row, sent: 3 } : row)),
  {
    operation: "destroy",
    doubt: "list lags 30 s",
    decision: "The machine is read by its id; a list that still shows it proves nothing.",
    sent: 1,
    ends: "done",
  },
  ...repeated("change bid", AGAIN),
  ...repeated("set label", AGAIN),
  ...repeated("stop", "Sent again, and the machine is read until it shows the requested state."),
];
