import type { FaultOrder, RentFault, ReplyFault } from "./fault-kinds";

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
  "list-short": ["instances.list"],
  "list-omits": ["instances.list"],
  "page-repeated": ["instances.list"],
  "not-found": ["instances.destroy"],
  "earlier-answer": ["instances.read", "instances.list"],
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

  /** The faults still to strike. */
  list(): readonly OrderedFault[] {
    return this.ordered;
  }

  /** Cancels one fault, or all. */
  clear(id?: number): void {
    this.ordered = id === undefined ? [] : this.ordered.filter((fault) => fault.id !== id);
  }

  /** The first reply fault that applies to this request; it counts as spent. */
  takeForReply(subject: FaultSubject): ReplyFault | undefined {
    for (const { order } of this.spend(subject, (kind) => !RENT_KINDS.includes(kind), true)) {
      if (!isRentFault(order)) {
        return order;
      }
    }
    return undefined;
  }

  /** Every fault that applies to the machine of this rent; each counts as spent. */
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
