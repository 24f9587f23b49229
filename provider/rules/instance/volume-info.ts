/**
 * An existing volume, mounted in the container. `createNew: true` is refused (`INVALID_INPUT`): a volume created with a
 * machine could be neither tracked nor deleted, and would keep billing.
 */
export interface VolumeInfo {
  /**
   * Whether the service creates the volume. Only `false` is accepted.
   * @default false
   */
  readonly createNew?: false | undefined;
  /** Id of the volume at the service: a whole number, at least 1. */
  readonly volumeId: number;
  /** Absolute path at which the volume appears in the container. */
  readonly mountPath: string;
}
