import type { Account } from "../model/accounts";
import { answerControl, isControlPath } from "./control";
import type { EmulatorRequest } from "../model/emulator-request";
import type { FaultSubject } from "../model/faults";
import { isJsonObject, numberFrom, parseJson, textFrom, type JsonObject } from "../model/json-value";
import type { PaceRule } from "../model/pace-limit";
import { refusal, text, unauthorized, unknownEndpoint, type EmulatorReply } from "../model/replies";
import { answerWithFault } from "../model/reply-faults";
import type { RequestLog } from "../model/request-log";
import { findRoute, type Route, type RouteCall, type RouteMatch } from "../model/route";
import { ROUTES } from "../routes";
import type { WorldState } from "../model/world-state";

type Answer = EmulatorReply | "drop";

/** Answers one request: endpoint, key, pace, faults, then the route itself. */
export async function answerRequest(
  world: WorldState,
  log: RequestLog,
  request: EmulatorRequest,
): Promise<Answer> {
  const url = new URL(request.path, "http://emulator.test");
  if (isControlPath(url.pathname)) {
    return answerControl(world, request, url);
  }
  const match = findRoute(ROUTES, request.method, url.pathname);
  const account = world.accounts.findByAuthorization(header(request, "authorization"));
  const body = request.body === "" ? {} : parseJson(request.body);
  const close = log.open({
    at: world.now(),
    method: request.method,
    path: request.path,
    route: match?.route.name ?? "unknown",
    account: account?.id ?? null,
    body,
  });
  const answer = await (match === undefined || !isOffered(world, match.route)
    ? unknownEndpoint()
    : answerRoute(world, match, account, url, body));
  const latencyMs = (world.options.latencySeconds ?? 0) * 1000;
  if (latencyMs > 0) {
    await world.clock.sleep(latencyMs);
  }
  close(answer === "drop" ? answer : answer.status);
  return answer;
}

function header(request: EmulatorRequest, name: string): string | undefined {
  return Object.entries(request.headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

function isOffered(world: WorldState, route: Route): boolean {
  const only = world.options.interfaceOnly ?? false;
  return only === false || route.inInterface || (only === true && route.name === "instances.destroy");
}

async function answerRoute(
  world: WorldState,
  match: RouteMatch,
  account: Account | undefined,
  url: URL,
  body: unknown,
): Promise<Answer> {
  const { route, params } = match;
  if (match.lacksSlash) {
    return { ...text(308, ""), headers: { location: `${url.pathname}/${url.search}` } };
  }
  if (account === undefined) {
    return unauthorized();
  }
  const rule = paceRule(world, route);
  const tooEarly = rule && world.pace.check(route.name, account.id, rule, world.now());
  if (tooEarly !== undefined) {
    return tooEarly;
  }
  const fields = isJsonObject(body) ? body : undefined;
  const subject = subjectOf(world, match, fields ?? {});
  const fault = world.faults.takeForReply(subject);
  if (fields === undefined) {
    return refusal(400, "invalid_args", "error 400/3600: the body is not a JSON object");
  }
  const lag = fault?.kind === "list-lag" ? fault.seconds : world.listLagSeconds;
  const call: RouteCall = {
    world,
    account,
    params,
    query: url.searchParams,
    body: fields,
    method: route.method,
    listLagMs: lag * 1000,
    earlierAnswer: world.answers.earlier(route.method, url, account.id),
  };
  const act = (): EmulatorReply => world.answers.keep(route.method, url, account.id, route.handle(call));
  return fault === undefined ? act() : answerWithFault(world, fault, subject, call, act);
}

function paceRule(world: WorldState, route: Route): PaceRule | undefined {
  const limits = world.options.rateLimits ?? false;
  if (typeof limits === "boolean") {
    return limits ? route.pace : undefined;
  }
  return limits[route.name] ?? route.pace;
}

function subjectOf(world: WorldState, { route, params }: RouteMatch, body: JsonObject): FaultSubject {
  const id = numberFrom(params[0]);
  const base = { route: route.name, endpoint: `${route.method} ${route.path.replaceAll("{}", "{id}")}` };
  if (id === undefined || route.subject === undefined) {
    return base;
  }
  if (route.subject === "offer") {
    const machine = world.market.find(id, world.now())?.machine_id;
    return { ...base, offer: id, machine, label: textFrom(body["label"]) };
  }
  const contract = world.contracts.find(id);
  return {
    ...base,
    instance: id,
    offer: contract?.offer.id,
    machine: contract?.offer.machine_id,
    label: contract?.label ?? undefined,
  };
}
