import type { RecordedOwner } from "./owner";
import type { PreviewTotal } from "./preview-total";

/** What this process knows and has done, for all of its sessions. */
export interface ProcessMemory {
  /** Aborted once nobody can record a result any more. Comes after a cancellation, so operations' own signals cannot convey it. */
  readonly engineGone: AbortController;
  /** Resource keys' tokens that any call of this process has named: their machines are no orphans. */
  readonly namedTokens: Set<string>;
  /** Instances that any call of this process has named. */
  readonly namedInstances: Set<number>;
  /** Accounts and deployments that resources of the state were recorded with, as far as this process saw them. */
  readonly recordedOwners: Map<string, RecordedOwner>;
  /** The preview that runs in this process would create something. */
  previewsCreation: boolean;
  readonly previewTotal: PreviewTotal;
  /** Checks program and engine at once: before a result is returned, whether anybody can receive it. */
  look: (() => Promise<void>) | undefined;
}
