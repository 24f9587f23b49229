/** What a request throws that is not wanted any more when its turn comes: the turn goes back unused. */
export class TurnDeclined extends Error {
  override readonly name = "TurnDeclined";

  constructor() {
    super("the request was not wanted any more when its turn came");
  }
}
