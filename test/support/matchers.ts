/** A time or a length of time in ms, give or take 5 ms: clocks move between two readings, and timers are not exact. */
export function aboutMs(ms: number): unknown {
  return expect.closeTo(ms, -1);
}

/** jest's matchers are typed `any`; these say what they stand for. */
export function textMatching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Any text that holds `part`. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}
