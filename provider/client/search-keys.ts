import { ProviderError } from "../errors";
import { isPlainKey, withoutKeys } from "./schema/search-body";

/** Full searches refused in a row without naming a key, after which none is tried again. */
const REFUSALS_IN_A_ROW = 2;

/** Phrases by which a service says that it does not know a key, not that it cannot use the value. */
const UNKNOWN_KEY =
  /unknown|unexpected|unsupported|unrecogni[sz]ed|not (?:known|supported|allowed|permitted)/i;

/**
 * Which keys beyond the API specification a deployment accepts in a search. A refusal with `invalid_request` costs the
 * search it affected the key that its message names, or all such keys where it names none. Only a key that the
 * deployment says it does not know is left out of later searches too.
 */
export class SearchKeys {
  private readonly unknown = new Set<string>();
  private takesNone = false;
  private refusals = 0;

  /**
   * Sends the search, and sends it again without what is refused, at most twice.
   *
   * @param ask sends a body
   */
  async asking<T>(
    full: Readonly<Record<string, unknown>>,
    ask: (body: Readonly<Record<string, unknown>>) => Promise<T>,
  ): Promise<T> {
    const first = withoutKeys(full, (key) => this.isRefused(key));
    const named = await this.refusedBy(first, ask);
    if ("answer" in named) {
      if (!this.takesNone) this.refusals = 0;
      return named.answer;
    }
    const { key } = named;
    if (key === undefined) return this.askPlain(full, ask);
    const second = await this.refusedBy(
      withoutKeys(first, (other) => other === key),
      ask,
    );
    if ("answer" in second) return second.answer;
    const isStrict = named.isUnknown && second.isUnknown;
    const answer = await ask(withoutKeys(full, (other) => !isPlainKey(other)));
    this.takesNone ||= isStrict;
    return answer;
  }

  private async askPlain<T>(
    full: Readonly<Record<string, unknown>>,
    ask: (body: Readonly<Record<string, unknown>>) => Promise<T>,
  ): Promise<T> {
    const answer = await ask(withoutKeys(full, (key) => !isPlainKey(key)));
    this.refusals += 1;
    this.takesNone ||= this.refusals >= REFUSALS_IN_A_ROW;
    return answer;
  }

  private isRefused(key: string): boolean {
    return !isPlainKey(key) && (this.takesNone || this.unknown.has(key));
  }

  private async refusedBy<T>(
    body: Readonly<Record<string, unknown>>,
    ask: (body: Readonly<Record<string, unknown>>) => Promise<T>,
  ): Promise<{ readonly answer: T } | { readonly key: string | undefined; readonly isUnknown: boolean }> {
    const extra = Object.keys(body).filter((key) => !isPlainKey(key));
    try {
      return { answer: await ask(body) };
    } catch (error) {
      const isRefusal = error instanceof ProviderError && error.details.serviceError === "invalid_request";
      if (!isRefusal || extra.length === 0) throw error;
      const said = error.details.serviceMessage ?? "";
      const words = new Set(said.split(/[^A-Za-z0-9_]+/));
      const key = extra.find((one) => words.has(one));
      const isUnknown = key !== undefined && UNKNOWN_KEY.test(said);
      if (key !== undefined && isUnknown) this.unknown.add(key);
      return { key, isUnknown };
    }
  }
}
