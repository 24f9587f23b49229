import type { CheckFailure } from "../../../provider/rules/validation/check-failure";

/** One set of arguments with mistakes, and everything that `check` says of it, in order. */
export interface BadInput {
  readonly resource: "Template" | "Instance";
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly failures: readonly CheckFailure[];
}
