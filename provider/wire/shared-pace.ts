import { laneStart } from "./lane-start";
import type { PacePolicy } from "./pacing-types";
import type { Claim, PaceShare, SharedText } from "./pace-share";
import {
  formatLanes,
  NEW_LANE,
  parseLanes,
  withLane,
  type SharedLane,
  type SharedLanes,
} from "./shared-lanes";

/** Most ms between a start and its record; after more it is recorded anew. */
const LATE_MS = 40;

/**
 * Added to the interval after another process's start, in ms. Within a process the round trip of each request is known; another's
 * may have taken longer than this one will.
 */
const APART_MS = 50;

/** As if alone: where nothing can be shared, each process paces itself. */
const ALONE: Claim = { waitMs: 0, learnedMs: undefined };

/**
 * The pace of one account in a text that its processes share. A start is taken under the text's lock when its time has
 * come, not before: a process that dies holds no turn, and no turn is lost. Whose turn it is among the processes is chance.
 */
export class SharedPace implements PaceShare {
  /** By lane: the start that was taken last. */
  private readonly taken = new Map<string, number>();
  /** By lane: the newest start of this process. */
  private readonly own = new Map<string, number>();

  /**
   * @param now ms on a clock that all processes of the text have in common
   * @param onUsed called before a turn starts with what earlier ones of any process used up
   */
  constructor(
    private readonly text: SharedText,
    private readonly now: () => number,
    private readonly onUsed: (ids: readonly number[]) => void = () => undefined,
  ) {}

  async claim(policy: PacePolicy, learnedMs: number | undefined): Promise<Claim> {
    const judge = (lane: SharedLane, now: number): Claim => {
      const learned = lane.learnedMs ?? learnedMs;
      const isOwn = lane.starts.at(-1) === this.own.get(policy.lane);
      const after = laneStart(policy, lane.starts, learned) + (isOwn ? 0 : APART_MS);
      const due = Math.max(lane.notBefore, after);
      return { waitMs: Math.max(0, due - now), learnedMs: learned };
    };
    // Read first: a turn that has not come yet needs no lock.
    const readAt = this.now();
    const read = parseLanes(await this.text.read(), readAt)[policy.lane] ?? NEW_LANE;
    const first = judge(read, readAt);
    if (first.waitMs > 0) return first;
    let claim = ALONE;
    const wasWritten = await this.edit(policy.lane, (lane, now) => {
      claim = judge(lane, now);
      if (claim.waitMs > 0) return undefined;
      this.taken.set(policy.lane, now);
      this.own.set(policy.lane, now);
      this.onUsed(lane.used.map(({ id }) => id));
      return { starts: [...lane.starts, now] };
    });
    return wasWritten ? claim : ALONE;
  }

  giveBack(lane: string): void {
    const start = this.taken.get(lane);
    this.taken.delete(lane);
    if (start === undefined) return;
    void this.edit(lane, ({ starts }) => ({ starts: starts.filter((other) => other !== start) }));
  }

  started(lane: string, uses?: number): void {
    const start = this.taken.get(lane);
    this.taken.delete(lane);
    const now = this.now();
    const isOnTime = start !== undefined && now - start <= LATE_MS;
    if (!isOnTime) this.own.set(lane, now);
    if (isOnTime && uses === undefined) return;
    void this.edit(lane, ({ starts, used }) => ({
      ...(isOnTime ? {} : { starts: [...starts.filter((other) => other !== start && other <= now), now] }),
      ...(uses === undefined ? {} : { used: [...used, { id: uses, at: now }] }),
    }));
  }

  delay(lane: string, ms: number, learnedMs?: number): void {
    const until = this.now() + ms;
    void this.edit(lane, (known) => ({
      notBefore: Math.max(known.notBefore, until),
      learnedMs: learnedMs ?? known.learnedMs,
    }));
  }

  private edit(
    name: string,
    change: (lane: SharedLane, now: number) => Partial<SharedLane> | undefined,
  ): Promise<boolean> {
    return this.text.change((text) => {
      const now = this.now();
      const lanes: SharedLanes = parseLanes(text, now);
      const changed = change(lanes[name] ?? NEW_LANE, now);
      return changed === undefined ? undefined : formatLanes(withLane(lanes, name, changed));
    });
  }
}
