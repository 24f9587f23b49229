/**
 * Thrown where a request was not sent although its turn had come: what it waited for failed (`cause`), or it is no longer
 * wanted. The turn is released unused, and nothing is tried again.
 */
export class NotSentError extends Error {
  override readonly name = "NotSentError";

  constructor(override readonly cause?: unknown) {
    super("the request was not sent");
  }

  /** Decides what to send. */
  static begin<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asNotSent(error);
    }
  }

  /** Fetches what has to be known before. */
  static async prepare<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw asNotSent(error);
    }
  }
}

function asNotSent(error: unknown): NotSentError {
  return error instanceof NotSentError ? error : new NotSentError(error);
}
