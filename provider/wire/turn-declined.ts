/** Thrown by a request that is no longer wanted when its turn comes: the turn is released unused. */
export class TurnDeclined extends Error {
  override readonly name = "TurnDeclined";

  constructor() {
    super("the request was no longer wanted when its turn came");
  }
}
