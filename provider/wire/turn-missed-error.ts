/** A request did not get its turn before its deadline; it was not sent. */
export class TurnMissedError extends Error {
  override readonly name: string = "TurnMissedError";

  constructor(
    /** Least time between two requests of that lane, in milliseconds. */
    readonly intervalMs: number,
    /** How many requests of that lane were ahead. */
    readonly ahead: number,
  ) {
    const allowed = `one request every ${Number((intervalMs / 1000).toFixed(2))} s`;
    super(`no turn came before the deadline: ${allowed} is allowed and ${ahead} were ahead of this one`);
  }
}
