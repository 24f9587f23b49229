import { startProgram } from "../support/journey";
import { ourProgram } from "./programs";
import type { StackOfInstances } from "./no-change";
import type { RequestCounts, ScaledService } from "./scaled-service";

/** What a refresh cost, in seconds of the service's clock. */
export interface RefreshResult {
  readonly instances: number;
  readonly account: number;
  readonly parallel: number;
  readonly seconds: number;
  /** One list of the whole account, page by page at the allowed pace. */
  readonly boundSeconds: number;
  readonly pages: number;
  readonly requests: RequestCounts;
}

const PAGE = 25;

/** Refreshes a stack whose instances are some among many of the account's, with the limits enforced. */
export async function measureRefresh(
  service: ScaledService,
  timeScale: number,
  { state }: StackOfInstances,
  { instances, account, parallel }: { instances: number; account: number; parallel: number },
): Promise<RefreshResult> {
  await rentStrangers(service, account - service.emulator.ledger().live);
  const project = startProgram({
    emulatorUrl: service.url,
    apiKey: service.apiKey,
    timeScale,
    files: ourProgram(instances),
    wholeSdk: true,
  });
  try {
    await project.engine.importState(state);
    service.takeRequests();
    const result = await project.engine.refresh({ parallel });
    const log = service.emulator.world.requests();
    const seconds = ((log.at(-1)?.at ?? 0) - (log[0]?.at ?? 0)) / 1000;
    if (!result.ok) throw new Error(`refresh failed:\n${result.text.slice(-2_000)}`);
    const pages = Math.ceil(account / PAGE);
    return {
      instances,
      account,
      parallel,
      seconds,
      boundSeconds: pages - 1,
      pages,
      requests: service.takeRequests(),
    };
  } finally {
    project.close();
  }
}

/** Other machines of the account's, rented by somebody else. */
async function rentStrangers(service: ScaledService, count: number): Promise<void> {
  service.enforceLimits(false);
  const authorization = `Bearer ${service.apiKey}`;
  const ask = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const reply = await service.emulator.world.handle({
      method,
      path,
      headers: { authorization },
      body: JSON.stringify(body),
    });
    if (reply === "drop" || reply.status !== 200) throw new Error(`${method} ${path} failed`);
    return JSON.parse(reply.body);
  };
  for (let left = count; left > 0;) {
    const offers = offersIn(
      await ask("POST", "/api/v0/bundles/", { limit: 64, order: [["dph_total", "desc"]] }),
    );
    if (offers.length === 0) throw new Error("the market is empty");
    for (const id of offers.slice(0, left)) {
      await ask("PUT", `/api/v0/asks/${String(id)}/`, { image: "somebody/else:1", label: "not-ours" });
    }
    left -= offers.length;
  }
  service.enforceLimits(true);
}

function offersIn(reply: unknown): number[] {
  if (typeof reply !== "object" || reply === null || !("offers" in reply) || !Array.isArray(reply.offers))
    return [];
  const offers: readonly unknown[] = reply.offers;
  return offers.flatMap((offer) =>
    typeof offer === "object" && offer !== null && "id" in offer && typeof offer.id === "number"
      ? [offer.id]
      : [],
  );
}
