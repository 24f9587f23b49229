import { sentenceOf } from "./error-sentence";
import { plain, type Properties } from "./engine-values";

/**
 * Something billable exists although the operation failed: the engine saves id and properties together with the
 * reason, and calls `update` the next time. The shape (`id`, `properties`, `reasons`) is the SDK's contract. The
 * properties hold `__provider`, or neither refresh nor destroy could load us.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly reasons: readonly string[];
  readonly properties: Record<string, unknown>;

  constructor(
    readonly id: string,
    properties: Properties,
    override readonly cause: Error,
  ) {
    super(sentenceOf(cause), { cause });
    this.properties = plain(properties);
    this.reasons = [this.message];
  }
}
