import type { PacePolicy } from "./pacing-types";

interface TicketOptions {
  readonly signal?: AbortSignal | undefined;
  readonly deadline: number;
  readonly prepare?: (() => Promise<void>) | undefined;
}

/** One request that waits for its turn. */
export class PaceTicket {
  /** Called when the ticket became ready or was cancelled. */
  onChange: () => void = () => undefined;
  private state: "waiting" | "preparing" | "ready" | "settled" = "waiting";
  private readonly abandon = (): void => {
    const reason: unknown = this.options.signal?.reason;
    this.fail(reason instanceof Error ? reason : new Error(String(reason)));
    this.onChange();
  };

  constructor(
    readonly policy: PacePolicy,
    private readonly options: TicketOptions,
    private readonly place: number,
    private readonly begin: () => void,
    private readonly reject: (error: Error) => void,
  ) {}

  get deadline(): number {
    return this.options.deadline;
  }

  get isReady(): boolean {
    return this.state === "ready";
  }

  get isPreparing(): boolean {
    return this.state === "preparing";
  }

  get isSettled(): boolean {
    return this.state === "settled";
  }

  goesBefore(other: PaceTicket): boolean {
    const first = this.policy.priority - other.policy.priority;
    return first < 0 || (first === 0 && this.place < other.place);
  }

  /** Whether it is cancelled already; otherwise it is as soon as the signal aborts. */
  abandonOnAbort(): boolean {
    if (this.options.signal?.aborted === true) {
      this.abandon();
      return true;
    }
    this.options.signal?.addEventListener("abort", this.abandon, { once: true });
    return false;
  }

  prepare(): void {
    if (this.state !== "waiting") {
      return;
    }
    if (this.options.prepare === undefined) {
      this.state = "ready";
      return;
    }
    this.state = "preparing";
    this.options.prepare().then(
      () => {
        this.state = this.state === "preparing" ? "ready" : this.state;
        this.onChange();
      },
      (error: unknown) => {
        this.fail(error instanceof Error ? error : new Error(String(error)));
        this.onChange();
      },
    );
  }

  /** Sends the request. */
  launch(): void {
    this.settle();
    this.begin();
  }

  fail(error: Error): void {
    if (this.state !== "settled") {
      this.settle();
      this.reject(error);
    }
  }

  private settle(): void {
    this.state = "settled";
    this.options.signal?.removeEventListener("abort", this.abandon);
  }
}
