import type { Account } from "./accounts";
import type { JsonObject } from "./json-value";
import type { PaceRule } from "./pace-limit";
import type { EmulatorReply } from "./replies";
import type { WorldState } from "./world-state";

/** A request that has found its endpoint and its account. */
export interface RouteCall {
  readonly world: WorldState;
  readonly account: Account;
  readonly method: string;
  /** The numbers and words of the path, in order. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  /** How far the list lags behind, in ms. */
  readonly listLagMs: number;
  /** The last reply to the same request of this account; only of requests that change nothing. */
  readonly earlierAnswer: EmulatorReply | undefined;
}

/** An endpoint. */
export interface Route {
  /** `<noun>.<verb>`: what faults, limits and tests call it. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `{}` stands for a part that varies. */
  readonly path: string;
  /** Whether the path also answers without its trailing slash; others redirect. */
  readonly bareSlash?: boolean;
  /** The documented limit, where there is one. */
  readonly pace?: PaceRule;
  /** Whether the API specification has it. */
  readonly inInterface: boolean;
  /** What the path's first part names, for faults. */
  readonly subject?: "offer" | "instance";
  readonly handle: (call: RouteCall) => EmulatorReply;
}

/** What a path matches of a route. */
export interface RouteMatch {
  readonly route: Route;
  readonly params: readonly string[];
  /** The path lacks the slash that this route wants. */
  readonly lacksSlash: boolean;
}

/** The route that answers `method` on `path`, which may lack its trailing slash. */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteMatch | undefined {
  const slashed = path.endsWith("/") ? path : `${path}/`;
  const parts = slashed.split("/");
  for (const route of routes) {
    const pattern = route.path.split("/");
    if (route.method !== method || pattern.length !== parts.length) {
      continue;
    }
    if (pattern.every((part, index) => part === "{}" || part === parts[index])) {
      const params = parts.filter((_, index) => pattern[index] === "{}");
      return { route, params, lacksSlash: slashed !== path && route.bareSlash !== true };
    }
  }
  return undefined;
}
