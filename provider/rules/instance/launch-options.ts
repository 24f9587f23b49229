/** How hard a launch tries. A change sends no request and keeps the machine. */
export interface LaunchOptions {
  /**
   * How many machines may be rented and discarded before the launch fails with `HOST_FAILED`, `NOT_READY` or
   * `WRONG_DELIVERY`: a whole number, 1 to 20. Offers that are gone before they are rented do not count.
   * @default 5
   */
  readonly attempts?: number | undefined;
  /**
   * How long one machine may load before it is discarded, in seconds, 30 to 86,400.
   * @default 900
   */
  readonly loadTimeoutSeconds?: number | undefined;
  /**
   * What ends the wait: `"running"`, the machine runs; `"ports"`, its ports are published too; `"none"`, it is rented.
   * `"ports"` needs `ports`, a template or a direct runtype, and is refused where `targetState` is `"stopped"`.
   * @default "running"
   */
  readonly waitFor?: "running" | "ports" | "none" | undefined;
  /**
   * Rent although a live machine of an earlier, interrupted launch of this resource exists, which otherwise ends the
   * launch with `ORPHAN_FOUND`. Both machines bill.
   * @default false
   */
  readonly ignoreOrphans?: boolean | undefined;
}
