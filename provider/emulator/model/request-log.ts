/** A request and its reply. */
export interface LoggedRequest {
  /** ms of the emulator's clock at which it came */
  readonly at: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The route's name, or `unknown`. */
  readonly route: string;
  /** The account whose key it carried; a key is never kept. */
  readonly account: number | null;
  readonly body: unknown;
  /** undefined until the reply */
  readonly status: number | "drop" | undefined;
}

/** Every request, oldest first. */
export class RequestLog {
  private readonly entries: LoggedRequest[] = [];

  all(): readonly LoggedRequest[] {
    return this.entries;
  }

  /** Records a request and returns what records its reply. */
  open(request: Omit<LoggedRequest, "status">): (status: number | "drop") => void {
    const index = this.entries.push({ ...request, status: undefined }) - 1;
    return (status) => {
      this.entries[index] = { ...request, status };
    };
  }
}
