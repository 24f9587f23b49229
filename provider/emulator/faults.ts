import type { OfferFields } from "./offer-fields";

/** When a fault strikes: before the service acted, or after. */
export type Moment = "before" | "after";

/** A trouble with one reply. */
export type ReplyFault =
  /** A rent is refused because the offer is gone, in one of the three forms seen. Default 404. */
  | { readonly kind: "offer-gone"; readonly form?: "404" | "410" | "400" | undefined }
  /** Any refusal in the service's words; nothing is done unless `when` is `after`. */
  | {
      readonly kind: "refuse";
      readonly status: number;
      readonly error: string;
      readonly msg: string;
      readonly when?: Moment | undefined;
    }
  /** A bare status, such as 500 or 503. Default `before`. */
  | { readonly kind: "status"; readonly status: number; readonly when?: Moment | undefined }
  /** The connection is cut and no answer comes. Default `after`: the service has acted. */
  | { readonly kind: "drop"; readonly when?: Moment | undefined }
  /** The answer comes `seconds` late. Default `before`: the service acts at the end of the wait. */
  | { readonly kind: "hang"; readonly seconds: number; readonly when?: Moment | undefined }
  /** A machine is rented, and the answer is an error that carries `new_contract`. Default status 400. */
  | { readonly kind: "error-with-contract"; readonly status?: number | undefined }
  /** 429. The threshold is in seconds; without one the text names none. */
  | {
      readonly kind: "too-frequent";
      readonly threshold?: number | undefined;
      readonly form?: "text" | "detail" | "success" | undefined;
    }
  /** A 200 whose body cannot be read; `huge` is 50 MB. Default `after`. */
  | {
      readonly kind: "unreadable";
      readonly form: "html" | "truncated" | "empty" | "huge";
      readonly when?: Moment | undefined;
    }
  /** 404 with the words of an expired login. */
  | { readonly kind: "session-expired" }
  /** The connection is cut at once, or `status` answered, and the service acts `seconds` later. */
  | { readonly kind: "acts-late"; readonly seconds: number; readonly status?: number | undefined }
  /** The service says that it did, and did nothing: a destroy that leaves the machine running. */
  | { readonly kind: "ignored" }
  /** 302 to `location`. Default: a page of the service. */
  | { readonly kind: "redirect"; readonly location?: string | undefined }
  /** This list does not show what was rented in the last `seconds`. */
  | { readonly kind: "list-lag"; readonly seconds: number }
  /** This read answers `{"instances": null}`. */
  | { readonly kind: "reads-null" }
  /** Before this request is carried out somebody else edits the template it names. */
  | { readonly kind: "template-edited" }
  /** Before this request is carried out somebody else deletes the template it names. */
  | { readonly kind: "template-deleted" };

/** Words of `actual_status` that a host can be made to show. */
export type HostStatus = "exited" | "unknown" | "offline" | "loading" | "created" | "stopped";

/** A trouble with the machine that the next matching rent delivers. */
export type RentFault =
  /**
   * The machine shows `status`, instead of `running`, or `afterSeconds` after it was running. `loading` is stuck for
   * ever.
   */
  | {
      readonly kind: "host";
      readonly status: HostStatus;
      readonly statusMsg?: string | undefined;
      readonly afterSeconds?: number | undefined;
    }
  /** A higher bid stops the machine so long after it is running. */
  | {
      readonly kind: "outbid";
      readonly afterSeconds: number;
      readonly intended?: "running" | "stopped" | undefined;
    }
  /** What is delivered differs from the offer. `isBid` set wrong means that the bid was ignored, or invented. */
  | {
      readonly kind: "delivers";
      readonly offer?: Readonly<Partial<OfferFields>> | undefined;
      readonly isBid?: boolean | undefined;
      readonly disk?: number | undefined;
    };

/** Which requests a fault is meant for. What is not stated matches everything. */
export interface FaultMatch {
  /** Route name, or method and path as in the coverage table. */
  readonly endpoint?: string | undefined;
  readonly offer?: number | undefined;
  readonly machine?: number | undefined;
  /** Part of the label. */
  readonly label?: string | undefined;
  readonly instance?: number | undefined;
}

/** A fault as it is ordered. */
export type FaultOrder = (ReplyFault | RentFault) & {
  /** How many requests it strikes. Default 1. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests pass before it strikes. Default 0. */
  readonly skip?: number | undefined;
  readonly match?: FaultMatch | undefined;
};

/** What a request is about, as far as a fault can be ordered for it. */
export interface FaultSubject {
  readonly route: string;
  readonly endpoint: string;
  readonly offer?: number | undefined;
  readonly machine?: number | undefined;
  readonly label?: string | undefined;
  readonly instance?: number | undefined;
}

/** A fault that waits for its requests. */
export interface OrderedFault {
  readonly id: number;
  readonly order: FaultOrder;
  skip: number;
  left: number;
}

const RENT_KINDS: readonly string[] = ["host", "outbid", "delivers"] satisfies RentFault["kind"][];

/** Routes that a kind of fault is about where its order names none. */
const HOME_ROUTES: Readonly<Record<string, readonly string[]>> = {
  "offer-gone": ["asks.accept"],
  "error-with-contract": ["asks.accept"],
  "list-lag": ["instances.list"],
  "reads-null": ["instances.read"],
  "template-edited": ["templates.edit"],
  "template-deleted": ["templates.edit"],
  ignored: ["instances.destroy"],
  "acts-late": ["asks.accept"],
};

/** The faults ordered, in the order in which they strike. */
export class FaultBook {
  private ordered: readonly OrderedFault[] = [];
  private nextId = 1;

  /** Orders a fault and gives its id. */
  order(order: FaultOrder): number {
    const id = this.nextId;
    this.nextId += 1;
    const left = order.times === "always" ? Number.POSITIVE_INFINITY : (order.times ?? 1);
    this.ordered = [...this.ordered, { id, order, skip: order.skip ?? 0, left }];
    return id;
  }

  /** What is still to come. */
  list(): readonly OrderedFault[] {
    return this.ordered;
  }

  /** Takes back one order, or all. */
  clear(id?: number): void {
    this.ordered = id === undefined ? [] : this.ordered.filter((fault) => fault.id !== id);
  }

  /** The first reply fault that is meant for this request; it counts as spent. */
  takeForReply(subject: FaultSubject): ReplyFault | undefined {
    for (const { order } of this.spend(subject, (kind) => !RENT_KINDS.includes(kind), true)) {
      if (!isRentFault(order)) {
        return order;
      }
    }
    return undefined;
  }

  /** Every fault that is meant for the machine of this rent; each counts as spent. */
  takeForRent(subject: FaultSubject): RentFault[] {
    return this.spend(subject, (kind) => RENT_KINDS.includes(kind), false)
      .map((fault) => fault.order)
      .filter(isRentFault);
  }

  private spend(
    subject: FaultSubject,
    wanted: (kind: string) => boolean,
    onlyFirst: boolean,
  ): OrderedFault[] {
    const struck: OrderedFault[] = [];
    for (const fault of this.ordered) {
      if (!wanted(fault.order.kind) || !isMeantFor(fault.order, subject)) {
        continue;
      }
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.left -= 1;
      struck.push(fault);
      if (onlyFirst) {
        break;
      }
    }
    this.ordered = this.ordered.filter((fault) => fault.left > 0);
    return struck;
  }
}

function isRentFault(order: ReplyFault | RentFault): order is RentFault {
  return RENT_KINDS.includes(order.kind);
}

function isMeantFor(order: FaultOrder, subject: FaultSubject): boolean {
  const match = order.match ?? {};
  const home = HOME_ROUTES[order.kind];
  if (match.endpoint === undefined) {
    if (home !== undefined && !home.includes(subject.route)) {
      return false;
    }
  } else if (match.endpoint !== subject.route && match.endpoint !== subject.endpoint) {
    return false;
  }
  return (
    (match.offer === undefined || match.offer === subject.offer) &&
    (match.machine === undefined || match.machine === subject.machine) &&
    (match.instance === undefined || match.instance === subject.instance) &&
    (match.label === undefined || (subject.label ?? "").includes(match.label))
  );
}
