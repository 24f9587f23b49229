/** Jest's asymmetric matchers as `unknown`, so that they fit where a literal is expected. */
export const someText: unknown = expect.any(String);
export const someNumber: unknown = expect.any(Number);

export function containing(part: string): unknown {
  return expect.stringContaining(part);
}

export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

export function including(items: readonly unknown[]): unknown {
  return expect.arrayContaining([...items]);
}
