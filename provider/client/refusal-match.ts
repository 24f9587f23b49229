import type { CallFacts } from "./call-facts";
import type { Reply } from "./reply";

export type RefusalTest = (reply: Reply, facts: CallFacts) => boolean;

/** The error code is one of these, or the service's message contains one of them as a whole word. */
export function says(...words: readonly string[]): RefusalTest {
  const pattern = new RegExp(`(?<!\\w)(?:${words.join("|")})(?!\\w)`, "i");
  return ({ word, sentence }) => pattern.test(word ?? "") || pattern.test(sentence ?? "");
}

/** The service's message matches. For refusals that have no code of their own. */
export function mentions(pattern: RegExp): RefusalTest {
  return ({ sentence }) => pattern.test(sentence ?? "");
}

export function status(...statuses: readonly number[]): RefusalTest {
  return (reply) => statuses.includes(reply.status);
}

export function all(...tests: readonly RefusalTest[]): RefusalTest {
  return (reply, facts) => tests.every((test) => test(reply, facts));
}

export function either(...tests: readonly RefusalTest[]): RefusalTest {
  return (reply, facts) => tests.some((test) => test(reply, facts));
}

export function not(test: RefusalTest): RefusalTest {
  return (reply, facts) => !test(reply, facts);
}
