import type { NamedAccount } from "../../lifecycle/recover/right-account";

/** What the command line says. */
export interface RecoverFlags {
  readonly cwd: string;
  readonly stack?: string;
  readonly knownStack: readonly string[];
  readonly destroy?: boolean;
  readonly destroyId: readonly number[];
  readonly adoptId: readonly number[];
  readonly acceptId: readonly number[];
  readonly rejectId: readonly number[];
  readonly account?: NamedAccount;
  readonly forgetOthers?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}
