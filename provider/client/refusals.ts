import { ProviderError, type ErrorCode } from "../errors";
import { TransportError } from "../wire/transport-error";
import { TurnMissedError } from "../wire/turn-missed-error";
import { failedTo, type CallFacts } from "./call-facts";
import { REFUSAL_RULES } from "./refusal-rules";
import type { Reply } from "./reply";

const LONGEST_SENTENCE = 300;
const THRESHOLD = /threshold\s*[=:]\s*(\d+(?:\.\d+)?)/i;

/** The error for a reply; undefined where it is no refusal. */
export function refusalOf(reply: Reply, facts: CallFacts): ProviderError | undefined {
  if (reply.status >= 200 && reply.status < 300 && !reply.saysFailure) {
    return undefined;
  }
  if (reply.status < 400 && !reply.saysFailure) {
    return unexpectedReply(facts, `the service answered ${reply.status}, which is not followed`);
  }
  const rule = REFUSAL_RULES.find(
    ({ endpoints, when }) => endpoints?.includes(facts.name) !== false && when(reply, facts),
  );
  const advice = typeof rule?.advice === "function" ? rule.advice(facts) : rule?.advice;
  const code: ErrorCode = rule?.code ?? "REFUSED";
  const said = saidBy(reply, facts);
  const contract =
    reply.newContract === undefined
      ? ""
      : ` It names instance ${reply.newContract}, which may exist and cost money.`;
  return new ProviderError(
    code,
    `${failedTo(facts)}: the service answered ${reply.status}${said}.${contract} ` +
      (advice ?? "The provider knows no reason for this reply."),
    {
      status: reply.status,
      serviceError: reply.word === undefined ? undefined : shortened(facts.redactor.text(reply.word)),
      serviceMessage:
        reply.sentence === undefined ? undefined : shortened(facts.redactor.text(reply.sentence)),
      newContract: reply.newContract,
      thresholdSeconds: thresholdOf(reply),
    },
  );
}

/** The error of a request that got no reply: the connection failed, or its turn did not come. Others pass. */
export function failureOf(error: unknown, facts: CallFacts): unknown {
  if (error instanceof TurnMissedError) {
    return new ProviderError(
      "RATE_LIMITED",
      `${failedTo(facts)}: ${error.message}. Nothing was sent. Raise the timeout, or run less at once.`,
      { cause: error },
    );
  }
  if (!(error instanceof TransportError)) {
    return error;
  }
  const said = facts.redactor.text(error.message);
  switch (error.kind) {
    case "too-large":
      return unexpectedReply(facts, said, error);
    case "redirect":
      return unexpectedReply(facts, `${said}. Set \`vastai:baseUrl\` to the final address`, error);
    case "untrusted":
      return new ProviderError(
        "UNREACHABLE",
        `${failedTo(facts)}: ${said}. The certificate is not trusted: check \`vastai:baseUrl\`, and whether a ` +
          "proxy is in between (NODE_EXTRA_CA_CERTS names its certificate).",
        { cause: error },
      );
    case "connect":
    case "timeout":
    case "broken":
      return new ProviderError(
        "UNREACHABLE",
        `${failedTo(facts)}: ${said}. Check the network and that ${facts.baseUrl} is the address of the service.`,
        { cause: error },
      );
  }
}

/** A reply that is not as specified. `why` completes the sentence. */
export function unexpectedReply(facts: CallFacts, why: string, cause?: unknown): ProviderError {
  return new ProviderError(
    "UNEXPECTED_REPLY",
    `${failedTo(facts)}: ${facts.redactor.text(why)}. Check that ${facts.baseUrl} is the address of the ` +
      "service; if it is, the service may be failing, or this package is too old for it.",
    { cause },
  );
}

/** It is not known whether the request was carried out. */
export function answerLost(facts: CallFacts, cause: unknown): ProviderError {
  const why = cause instanceof Error ? ` ${cause.message}` : "";
  const known = cause instanceof ProviderError ? cause.details : {};
  return new ProviderError(
    "ANSWER_LOST",
    `${failedTo(facts)} for certain: the answer was lost, and the request may have been carried out. ` +
      `It was not sent again.${why}`,
    { ...known, cause },
  );
}

function saidBy({ word, sentence }: Reply, { redactor }: CallFacts): string {
  const named = word === undefined ? "" : ` "${shortened(redactor.text(word))}"`;
  return sentence === undefined ? named : `${named} (${shortened(redactor.text(sentence))})`;
}

function shortened(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= LONGEST_SENTENCE ? flat : `${flat.slice(0, LONGEST_SENTENCE)}…`;
}

/** Seconds, from the sentence of a 429; `call` passes it to the pacer in milliseconds. */
function thresholdOf({ sentence }: Reply): number | undefined {
  const found = THRESHOLD.exec(sentence ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}
