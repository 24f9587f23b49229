import { isRecord } from "../../rules/validation/is-record";

/** Any object: a body that says `success: false` was made an error before. */
export function parseSuccess(json: unknown): true | undefined {
  return isRecord(json) ? true : undefined;
}
