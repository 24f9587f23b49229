import { ProviderError } from "../../errors";

/** Nobody can record a result any more: what was rented and not returned has to be destroyed. */
export class EngineGone extends ProviderError {
  constructor() {
    super("CANCELLED", "The Pulumi engine is gone, so nothing can be recorded any more.");
  }
}

/** The program ended while its resources were being created: a first Ctrl-C, or a crash. */
export class ProgramGone extends ProviderError {
  constructor() {
    super("CANCELLED", "Cancelled: the program ended.");
  }
}
