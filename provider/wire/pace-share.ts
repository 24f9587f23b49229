import type { PacePolicy } from "./pacing-types";

/** The pace of one account, kept together with other processes that use it. No method ever rejects. */
export interface PaceShare {
  /**
   * Takes the next start of the lane where it is available now; the caller then sends the request at once or releases the start.
   * @param learnedMs the interval that this process learned from a refusal
   */
  claim(policy: PacePolicy, learnedMs: number | undefined): Promise<Claim>;
  /** Releases the start that was taken last. */
  giveBack(lane: string): void;
  /** A request of the lane is sent now, with or without a claim. `uses`: what it uses up, so that others leave it alone. */
  started(lane: string, uses?: number): void;
  /** Nobody starts for this many ms from now. `learnedMs`: the interval that a refusal named. */
  delay(lane: string, ms: number, learnedMs?: number): void;
}

export interface Claim {
  /** 0: taken. Otherwise worth trying again after this many ms. */
  readonly waitMs: number;
  /** The interval that any of the processes learned. */
  readonly learnedMs: number | undefined;
}

/** Text that several processes read and change, one at a time. */
export interface SharedText {
  /** undefined where there is none, or it cannot be read. */
  read(): Promise<string | undefined>;
  /**
   * Writes what `edit` returns for the text, under the lock; undefined leaves it as it is. False where nothing can be written; then
   * `edit` may not have been called.
   */
  change(edit: (text: string | undefined) => string | undefined): Promise<boolean>;
}
