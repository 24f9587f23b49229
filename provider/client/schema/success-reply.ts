import { isRecord } from "../../rules/validation/is-record";

/** Any object: a body with `success: false` has already become an error. */
export function parseSuccess(json: unknown): true | undefined {
  return isRecord(json) ? true : undefined;
}
