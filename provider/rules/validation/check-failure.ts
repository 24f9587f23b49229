/** One mistake in the arguments of a resource or of a search. */
export interface CheckFailure {
  /**
   * Dot path from the resource ("search.filters.gpuRam", "ports[0]"). Empty where the root argument may hold a secret:
   * the engine prints the value of a property that a failure names.
   */
  readonly property: string;
  /** A message that names the path in backticks, the rule and, unless it may be secret, the value. */
  readonly reason: string;
}
