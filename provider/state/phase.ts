/** The phase of a rented machine, for the next diff. None: all is well. */
export const STATE_PHASES = [
  "loading",
  "givenUp",
  "unconfirmed",
  "dead",
  "gone",
  "expired",
  "outbid",
  "finished",
] as const;

export type StatePhase = (typeof STATE_PHASES)[number];

/** The phase in a state; undefined for none, and for one that only another version of the package knows. */
export function phaseIn(value: unknown): StatePhase | undefined {
  return STATE_PHASES.find((phase) => phase === value);
}
