/** What a resource's row shows while an operation runs. */
export interface Progress {
  /** What is being done, in one word: "loading". */
  readonly phase: string;
  /** How long it has taken, in ms. */
  readonly elapsedMs?: number | undefined;
  /** $/h */
  readonly hourlyUsd?: number | undefined;
  readonly gpuName?: string | undefined;
  readonly numGpus?: number | undefined;
  readonly attempt?: { readonly number: number; readonly of: number } | undefined;
  /** Anything else. */
  readonly detail?: string | undefined;
}

/**
 * "loading 10 s $0.18/h RTX 3090 try 1/5: Pulling from library". A terminal truncates a row, after some
 * twenty characters at 100 columns: phase, time and price fit in these, for phases of up to seven letters.
 */
export function progressLine(progress: Progress): string {
  const { phase, elapsedMs, hourlyUsd, gpuName, numGpus = 1, attempt, detail } = progress;
  const words = [
    phase,
    elapsedMs === undefined ? undefined : shortDuration(elapsedMs),
    hourlyUsd === undefined ? undefined : shortPrice(hourlyUsd),
    gpuName === undefined ? undefined : `${numGpus === 1 ? "" : `${String(numGpus)}x `}${gpuName}`,
    attempt === undefined ? undefined : `try ${String(attempt.number)}/${String(attempt.of)}`,
  ].filter((word) => word !== undefined);
  return `${words.join(" ")}${detail === undefined ? "" : `: ${detail}`}`;
}

/** "searching: 503, 2 m left, trying again": what failed last, and how long it will be retried. */
export function retryLine(phase: string, trouble: string, leftMs: number): string {
  return `${phase}: ${trouble}, ${shortDuration(leftMs)} left, trying again`;
}

/** "40 s", "12 m", "3 h": at most four characters below 100 hours, rounded down. */
export function shortDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 100) return `${String(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? `${String(minutes)} m` : `${String(Math.floor(minutes / 60))} h`;
}

/** "$0.18/h", "$12.3/h", "$123/h": seven characters below $10,000. A price above zero is never "$0.00/h". */
export function shortPrice(dollarsPerHour: number): string {
  const shown = dollarsPerHour > 0 ? Math.max(0.01, dollarsPerHour) : dollarsPerHour;
  const digits = [2, 1, 0].find((count) => shown.toFixed(count).length <= 4) ?? 0;
  return `$${shown.toFixed(digits)}/h`;
}
