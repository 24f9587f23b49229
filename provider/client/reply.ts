import { isRecord } from "../rules/validation/is-record";
import type { WireReply } from "../wire/transport";

/** What a reply says, whichever of its shapes the service chose. */
export interface Reply {
  readonly status: number;
  /** undefined: the body is not JSON. */
  readonly json: unknown;
  /** Whether the body says `success: false`. */
  readonly saysFailure: boolean;
  /** The service's error code, `error` of the body. */
  readonly word: string | undefined;
  /** The service's message: `msg`, `message` or `detail`, or a plain text body. */
  readonly sentence: string | undefined;
  /** The instance that the body names, in a refusal as well. */
  readonly newContract: number | undefined;
}

/** Patterns are matched against it, and nobody reads further. */
const LONGEST_TEXT = 2_000;

/** Reads `{success,error,msg}`, `{msg}`, `{message}`, `{detail}`, plain text and HTML. Never throws. */
export function readReply({ status, text }: WireReply): Reply {
  const json = parseJson(text);
  const body = isRecord(json) ? json : {};
  const word = textOf(body["error"]);
  const sentence = textOf(body["msg"]) ?? textOf(body["message"]) ?? detailOf(body["detail"]);
  const contract = Number(body["new_contract"] ?? Number.NaN);
  return {
    status,
    json,
    saysFailure: body["success"] === false,
    word,
    sentence: sentence ?? (json === undefined ? plainText(text) : textOf(json)),
    newContract: Number.isSafeInteger(contract) && contract > 0 ? contract : undefined,
  };
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    return undefined; // plain text and HTML are among the documented shapes
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, LONGEST_TEXT) : undefined;
}

function detailOf(value: unknown): string | undefined {
  return textOf(value) ?? (value === undefined || value === null ? undefined : textOf(JSON.stringify(value)));
}

/** Removes tags, scripts and styles from HTML. Only the beginning is read. */
function plainText(text: string): string | undefined {
  const stripped = text
    .slice(0, LONGEST_TEXT)
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, " ")
    .replace(/<[^>]*(>|$)/g, " ")
    .replace(/\s+/g, " ");
  return textOf(stripped);
}
