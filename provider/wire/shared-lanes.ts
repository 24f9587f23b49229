import { LONGEST_INTERVAL_MS, SLACK } from "./lane-start";

export interface UsedUp {
  readonly id: number;
  readonly at: number;
}

/** What the processes of one account know of a lane together; times on their common clock, in ms. */
export interface SharedLane {
  /** The newest last. */
  readonly starts: readonly number[];
  /** Nobody starts before. */
  readonly notBefore: number;
  readonly learnedMs: number | undefined;
  /** What requests used up, and when. */
  readonly used: readonly UsedUp[];
}

export type SharedLanes = Readonly<Record<string, SharedLane>>;

export const NEW_LANE: SharedLane = { starts: [], notBefore: 0, learnedMs: undefined, used: [] };

/** As many as the longest burst has. */
const MOST_STARTS = 10;
/** By then no search that still showed it is in use. It may be on offer again. */
const USED_MS = 45_000;
/** Starts are written when they happen: one further ahead means that a clock was set back. */
const MOST_AHEAD_MS = 1_000;
/** No refusal shuts a lane for longer. */
const LONGEST_DELAY_MS = LONGEST_INTERVAL_MS * SLACK + MOST_AHEAD_MS;
/** What nobody used for this long is forgotten, with what was learned. */
const FORGOTTEN_MS = 600_000;

/** The lanes of a shared text. What cannot be understood, or cannot be true at `now`, is left out. */
export function parseLanes(text: string | undefined, now: number): SharedLanes {
  const lanes: Record<string, SharedLane> = {};
  for (const [name, value] of Object.entries(membersOf(jsonOf(text)["lanes"]))) {
    const members = membersOf(value);
    const { notBefore, learnedMs } = members;
    const lane = {
      starts: numbersOf(members["starts"]).filter(
        (start) => start <= now + MOST_AHEAD_MS && start > now - FORGOTTEN_MS,
      ),
      notBefore: isNumber(notBefore) && notBefore <= now + LONGEST_DELAY_MS ? notBefore : 0,
      used: usedOf(members["used"]).filter(({ at }) => at <= now + MOST_AHEAD_MS && at > now - USED_MS),
      learnedMs:
        isNumber(learnedMs) && learnedMs > 0 && learnedMs <= LONGEST_INTERVAL_MS ? learnedMs : undefined,
    };
    if (lane.starts.length > 0 || lane.notBefore > now - FORGOTTEN_MS) lanes[name] = lane;
  }
  return lanes;
}

export function formatLanes(lanes: SharedLanes): string {
  return JSON.stringify({ version: 1, lanes });
}

/** The lanes with a change in one of them. */
export function withLane(lanes: SharedLanes, name: string, change: Partial<SharedLane>): SharedLanes {
  const lane = { ...NEW_LANE, ...lanes[name], ...change };
  return {
    ...lanes,
    [name]: { ...lane, starts: lane.starts.slice(-MOST_STARTS) },
  };
}

function jsonOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(text ?? "{}"));
  } catch {
    return {}; // truncated or not ours: rewritten with the next start
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function usedOf(value: unknown): UsedUp[] {
  const entries = Array.isArray(value) ? value.map(membersOf) : [];
  return entries.flatMap(({ id, at }) => (isNumber(id) && isNumber(at) ? [{ id, at }] : []));
}

function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter(isNumber) : [];
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
