import { RENT_REQUEST_MS } from "../rules/service-facts";
import type { PacePolicy } from "../wire/pacing-types";
import type { WireRequest } from "../wire/transport";

/** One operation of the service, and how it may be used. */
export interface Endpoint {
  readonly method: WireRequest["method"];
  readonly path: string;
  /** Completes "Could not …", followed by the subject. */
  readonly verb: string;
  /** Least seconds between two starts that the public reference names; 0 where it names none. */
  readonly intervalSeconds: number;
  readonly burst?: { readonly starts: number; readonly perSeconds: number };
  readonly penaltySeconds?: number;
  /** Smaller goes first. What ends a cost goes first, what starts one goes last. */
  readonly priority: number;
  /** Whether it may be carried out twice without harm. */
  readonly repeatable: boolean;
  /** Not in the API specification, so that a deployment may lack it. */
  readonly isOutsideSpecification: boolean;
  readonly timeoutSeconds: number;
}

const READ = { priority: 1, repeatable: true, timeoutSeconds: 30 } as const;
const WRITE = { priority: 1, repeatable: true, timeoutSeconds: 30 } as const;

/** Intervals: the `x-rate-limit` blocks of the service's public interface description. */
export const ENDPOINTS = {
  searchOffers: {
    ...READ,
    method: "POST",
    path: "/api/v0/bundles/",
    verb: "search",
    intervalSeconds: 6,
    burst: { starts: 10, perSeconds: 60 },
    isOutsideSpecification: false,
  },
  acceptOffer: {
    method: "PUT",
    path: "/api/v0/asks/{id}/",
    verb: "rent",
    intervalSeconds: 4.5,
    penaltySeconds: 12,
    priority: 2,
    repeatable: false,
    timeoutSeconds: RENT_REQUEST_MS / 1000,
    isOutsideSpecification: false,
  },
  getInstance: {
    ...READ,
    method: "GET",
    path: "/api/v0/instances/{id}/",
    verb: "read",
    intervalSeconds: 2,
    isOutsideSpecification: false,
  },
  listInstances: {
    ...READ,
    method: "GET",
    path: "/api/v1/instances/",
    verb: "list",
    intervalSeconds: 1,
    isOutsideSpecification: true,
  },
  destroyInstance: {
    ...WRITE,
    method: "DELETE",
    path: "/api/v0/instances/{id}/",
    verb: "destroy",
    intervalSeconds: 3,
    priority: 0,
    isOutsideSpecification: true,
  },
  destroyInstances: {
    ...WRITE,
    method: "DELETE",
    path: "/api/v0/instances/",
    verb: "destroy",
    intervalSeconds: 3,
    priority: 0,
    isOutsideSpecification: true,
  },
  setInstanceState: {
    ...WRITE,
    method: "PUT",
    path: "/api/v0/instances/{id}/",
    verb: "change the state of",
    intervalSeconds: 1,
    isOutsideSpecification: true,
  },
  setInstanceLabel: {
    ...WRITE,
    method: "PUT",
    path: "/api/v0/instances/{id}/",
    verb: "label",
    intervalSeconds: 1,
    isOutsideSpecification: true,
  },
  changeBid: {
    ...WRITE,
    method: "PUT",
    path: "/api/v0/instances/bid_price/{id}/",
    verb: "change the bid of",
    intervalSeconds: 5.5,
    isOutsideSpecification: true,
  },
  findTemplates: {
    ...READ,
    method: "GET",
    path: "/api/v0/template/",
    verb: "search",
    intervalSeconds: 3,
    isOutsideSpecification: false,
  },
  createTemplate: {
    ...WRITE,
    method: "POST",
    path: "/api/v0/template/",
    verb: "create",
    intervalSeconds: 0,
    repeatable: false,
    isOutsideSpecification: false,
  },
  editTemplate: {
    ...WRITE,
    method: "PUT",
    path: "/api/v0/template/",
    verb: "edit",
    intervalSeconds: 0,
    isOutsideSpecification: false,
  },
  deleteTemplate: {
    ...WRITE,
    method: "DELETE",
    path: "/api/v0/template/",
    verb: "delete",
    intervalSeconds: 0,
    priority: 0,
    isOutsideSpecification: false,
  },
  getAccount: {
    ...READ,
    method: "GET",
    path: "/api/v0/users/current/",
    verb: "read",
    intervalSeconds: 0,
    isOutsideSpecification: true,
  },
  countSshKeys: {
    ...READ,
    method: "GET",
    path: "/api/v0/ssh/",
    verb: "list",
    intervalSeconds: 0,
    isOutsideSpecification: true,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

/** How an endpoint is paced. `pacing` multiplies what the reference names, and nothing that the service says itself. */
export function pacePolicy(endpoint: Endpoint, pacing: number): PacePolicy {
  const intervalMs = endpoint.intervalSeconds * 1000;
  const { burst, penaltySeconds } = endpoint;
  return {
    lane: `${endpoint.method} ${endpoint.path}`,
    intervalMs: intervalMs * pacing,
    documentedMs: intervalMs,
    burst: burst && { starts: burst.starts, perMs: burst.perSeconds * 1000 * pacing },
    penaltyMs: penaltySeconds === undefined ? undefined : penaltySeconds * 1000,
    priority: endpoint.priority,
  };
}
