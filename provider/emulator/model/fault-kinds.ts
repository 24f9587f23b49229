import type { OfferFields } from "./offer-fields";

/** When a fault strikes: before the service acted, or after. */
export type Moment = "before" | "after";

/** A fault of one reply. */
export type ReplyFault =
  /**
   * A rent is refused because the offer is gone, in one of the three forms seen. Default 404. It leaves the market;
   * 410 says only that it cannot start now, and leaves it listed.
   */
  | { readonly kind: "offer-gone"; readonly form?: "404" | "410" | "400" | undefined }
  /** Any refusal in the service's form; nothing is done unless `when` is `after`. */
  | {
      readonly kind: "refuse";
      readonly status: number;
      readonly error: string;
      readonly msg: string;
      readonly when?: Moment | undefined;
    }
  /** A bare status, such as 500 or 503. Default `before`. */
  | { readonly kind: "status"; readonly status: number; readonly when?: Moment | undefined }
  /** The connection is cut and no reply comes. Default `after`: the service has acted. */
  | { readonly kind: "drop"; readonly when?: Moment | undefined }
  /** The reply comes `seconds` late. Default `before`: the service acts at the end of the wait. */
  | { readonly kind: "hang"; readonly seconds: number; readonly when?: Moment | undefined }
  /** A machine is rented, and the reply is an error that carries `new_contract`. Default status 400. */
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
  /** 404 with the message of an expired login. */
  | { readonly kind: "session-expired" }
  /** The connection is cut at once, or the reply is `status`, and the service acts `seconds` later. */
  | { readonly kind: "acts-late"; readonly seconds: number; readonly status?: number | undefined }
  /** The service reports success, and did nothing: a destroy that leaves the machine running. */
  | { readonly kind: "ignored" }
  /** 302 to `location`. Default: a page of the service. */
  | { readonly kind: "redirect"; readonly location?: string | undefined }
  /** This list does not show what was rented in the last `seconds`. */
  | { readonly kind: "list-lag"; readonly seconds: number }
  /** The reply to this read is `{"instances": null}`. */
  | { readonly kind: "reads-null" }
  /** This list ends `rows` (default 1) early, without a token for more, while its totals count them. */
  | { readonly kind: "list-short"; readonly rows?: number | undefined }
  /** This list shows and counts everything but `instance`; without one it is empty. */
  | { readonly kind: "list-omits"; readonly instance?: number | undefined }
  /** Whichever page of the list is requested, the reply is the first. */
  | { readonly kind: "page-repeated" }
  /** Nothing is done, and the reply says that there is no such instance: null for a read, else 404. */
  | { readonly kind: "not-found" }
  /** This read or list repeats the last reply to the same request; the first reply is genuine. */
  | { readonly kind: "earlier-answer" }
  /** Before this request is carried out somebody else edits the template it names. */
  | { readonly kind: "template-edited" }
  /** Before this request is carried out somebody else deletes the template it names. */
  | { readonly kind: "template-deleted" };

/** Values of `actual_status` that a host can be made to show. */
export type HostStatus = "exited" | "unknown" | "offline" | "loading" | "created" | "stopped";

/** A fault of the machine that the next matching rent delivers. */
export type RentFault =
  /**
   * The machine shows `status`, instead of `running`, or `afterSeconds` after it was running. `loading` is stuck
   * forever.
   */
  | {
      readonly kind: "host";
      readonly status: HostStatus;
      readonly statusMsg?: string | undefined;
      readonly afterSeconds?: number | undefined;
    }
  /** A higher bid stops the machine this long after it is running. */
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

/** Which requests a fault applies to. What is not stated matches everything. */
export interface FaultMatch {
  /** Route name, or method and path as in the coverage table. */
  readonly endpoint?: string | undefined;
  readonly offer?: number | undefined;
  readonly machine?: number | undefined;
  /** Part of the label. */
  readonly label?: string | undefined;
  readonly instance?: number | undefined;
}

/** A fault to inject. */
export type FaultOrder = (ReplyFault | RentFault) & {
  /** How many requests it strikes. Default 1. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests pass before it strikes. Default 0. */
  readonly skip?: number | undefined;
  readonly match?: FaultMatch | undefined;
};
