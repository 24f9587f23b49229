import type { InstanceRecord } from "../rules/instance/instance-record";
import type { TargetState } from "../rules/instance/target-state";
import type { FoundOffers, OfferSearch } from "../rules/offer/offer-search-request";
import type { AcceptRequest } from "./schema/accept-request";
import type { TemplateBody } from "./schema/template-request";
import type { TemplateRecord } from "../rules/template/template-record";

export type { AcceptRequest } from "./schema/accept-request";
export type { TemplateBody } from "./schema/template-request";
export type { FoundOffers, OfferSearch } from "../rules/offer/offer-search-request";

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Clock time in ms after which no further try is started. Default: `patienceMs` after the call. */
  readonly deadline?: number | undefined;
  /** For a list: of each page. Default 120 s. */
  readonly patienceMs?: number | undefined;
  /**
   * Gives up that long after the first failure, in ms. A request that is turned away as too frequent, or waits for its turn, has
   * not failed. Default: the deadline alone.
   */
  readonly giveUpAfterMs?: number | undefined;
  /** Called after every failure that is retried, with the clock time (ms) until which it is. */
  readonly onRetry?: ((error: unknown, until: number) => void) | undefined;
  /** Sent at once, without waiting for the endpoint's turn. */
  readonly isUrgent?: boolean;
}

/** An offer chosen for renting. */
export interface Acceptance {
  readonly offerId: number;
  readonly request: AcceptRequest;
}

/** One method per operation of the service, in our words. Every refusal is a `ProviderError`. */
export interface ServiceClient {
  /** Sent again without what the deployment refuses beyond the API specification; the result says what that is. */
  searchOffers(search: OfferSearch, options?: CallOptions): Promise<FoundOffers>;
  /**
   * Waits for this endpoint's turn, asks `choose` which offer to accept, and accepts it. `choose` returning undefined
   * releases the turn unused. `prepare` is called as soon as this call is the next in line, so that it can fetch
   * fresh offers while the interval runs. Sent once: ANSWER_LOST where the reply is ambiguous; a 429 is waited out, and the
   * same acceptance sent again. `onSend` is called each time.
   */
  acceptOffer(
    choose: () => Acceptance | undefined,
    options?: CallOptions & { readonly prepare?: () => Promise<void>; readonly onSend?: () => void },
  ): Promise<{ readonly offerId: number; readonly instanceId: number } | undefined>;
  /** undefined: the service says there is no such instance (null on 200, or its own not-found code). */
  getInstance(id: number, options?: CallOptions): Promise<InstanceRecord | undefined>;
  /** Every page; only these ids where given and the deployment can filter. UNSUPPORTED where there is no list. */
  listInstances(ids?: readonly number[], options?: CallOptions): Promise<InstanceRecord[]>;
  /**
   * The whole list, a page with each step; `pages` is how many there are, where the deployment shows it. UNSUPPORTED
   * where there is no list.
   */
  instancePages(options?: CallOptions): AsyncGenerator<{
    readonly instances: readonly InstanceRecord[];
    readonly pages: number | undefined;
  }>;
  /**
   * Up to 25 instances in one request: `choose` is called once it may be sent, and choosing none sends nothing.
   * undefined where the deployment cannot filter its list.
   */
  readInstances(
    choose: () => readonly number[],
    options?: CallOptions,
  ): Promise<InstanceRecord[] | undefined>;
  /** Ahead of other writes in pacing. "gone": the service says there is no such instance. */
  destroyInstance(id: number, options?: CallOptions): Promise<"destroyed" | "gone">;
  /** Several at once, in one request. UNSUPPORTED where the deployment lacks it. Confirms nothing. */
  destroyInstances(ids: readonly number[], options?: CallOptions): Promise<void>;
  /** "queued": the service has no free GPU and would start it later. */
  setInstanceState(id: number, state: TargetState, options?: CallOptions): Promise<"done" | "queued">;
  setInstanceLabel(id: number, label: string, options?: CallOptions): Promise<void>;
  changeBid(id: number, price: number, options?: CallOptions): Promise<void>;
  findTemplates(
    filters: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    options?: CallOptions,
  ): Promise<TemplateRecord[]>;
  /** Sent once: ANSWER_LOST where the reply is ambiguous; a 429 is waited out. */
  createTemplate(
    body: TemplateBody,
    options?: CallOptions,
  ): Promise<{ readonly id: number; readonly hashId: string }>;
  /** NOT_FOUND where the hash is stale. */
  editTemplate(
    hashId: string,
    changes: TemplateBody,
    options?: CallOptions,
  ): Promise<{ readonly id?: number | undefined; readonly hashId: string }>;
  deleteTemplate(id: number, options?: CallOptions): Promise<"deleted" | "gone">;
  /** The account that the key belongs to. UNSUPPORTED where the deployment does not show it. */
  getAccount(options?: CallOptions): Promise<{ readonly id: number }>;
  /** How many SSH keys the account has. UNSUPPORTED where the deployment does not show it. */
  countSshKeys(options?: CallOptions): Promise<number>;
}
