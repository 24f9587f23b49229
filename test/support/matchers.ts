/** jest's matchers are typed `any`; these say what they stand for. */
export function textMatching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Any text that holds `part`. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}
