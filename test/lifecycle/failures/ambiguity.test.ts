import type { ReplyFault } from "../../../provider/emulator/model/fault-kinds";
import { hasCode } from "../../../provider/errors";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { startWorld, type TestWorld } from "../../support/start-world";
import { AMBIGUITY_ROWS, type AmbiguousOperation, type Ambiguity } from "./ambiguity.cases";

const BID = {
  image: "pytorch/pytorch:latest",
  search: { filters: { numGpus: 1 }, type: "bid" },
  price: 4,
  label: "one",
};
const TEMPLATE = { image: "pytorch/pytorch", readme: "one" };

const ROUTES: Readonly<Record<AmbiguousOperation, string>> = {
  rent: "asks.accept",
  "create template": "templates.create",
  "edit template": "templates.edit",
  destroy: "instances.destroy",
  "change bid": "bids.change",
  "set label": "instances.change",
  stop: "instances.change",
};

const FAULTS: Readonly<Record<Ambiguity, ReplyFault | undefined>> = {
  "lost before the service acted": { kind: "drop", when: "before" },
  "lost after the service acted": { kind: "drop" },
  "5xx before the service acted": { kind: "status", status: 503 },
  "5xx after the service acted": { kind: "status", status: 503, when: "after" },
  "list lags 30 s": undefined,
  "the look-up fails too": { kind: "drop" },
  "carried out 40 s late": { kind: "acts-late", seconds: 40 },
  "carried out 150 s late": { kind: "acts-late", seconds: 150 },
};

/** Brings a doubt over the operation's next request. */
function trouble({ world }: TestWorld, operation: AmbiguousOperation, doubt: Ambiguity): void {
  const fault = FAULTS[doubt];
  if (doubt === "list lags 30 s") {
    world.do({ action: "set-list-lag", seconds: 30 });
    if (operation === "rent") world.fault({ kind: "drop", match: { endpoint: ROUTES[operation] } });
  }
  if (doubt === "the look-up fails too") {
    world.fault({
      kind: "status",
      status: 503,
      times: "always",
      skip: 1,
      match: { endpoint: "instances.list" },
    });
  }
  if (fault !== undefined) world.fault({ ...fault, match: { endpoint: ROUTES[operation] } });
  world.clearRequests();
}

/** Carries the operation out in doubt, and says whether the service holds in the end what it is to hold. */
const OPERATIONS: Readonly<
  Record<AmbiguousOperation, (process: TestWorld, doubt: Ambiguity) => Promise<boolean>>
> = {
  rent: async (process, doubt) => {
    trouble(process, "rent", doubt);
    const { id } = await process.create("trainer", { ...BID, label: undefined });
    await process.clock.advance(200_000);
    const live = process.world.ledger().rentals.filter(({ destroyedAt }) => destroyedAt === null);
    return live.map(({ instance }) => String(instance)).join() === id;
  },
  "create template": async (process, doubt) => {
    trouble(process, "create template", doubt);
    const { id } = await process.template.create("base", TEMPLATE);
    const ours = process.world.templates.all().filter(({ creatorId }) => creatorId === 4001);
    return ours.map((entry) => String(entry.id)).join() === id;
  },
  "edit template": async (process, doubt) => {
    const { id, outs } = await process.template.create("base", TEMPLATE);
    trouble(process, "edit template", doubt);
    const news = process.templateInputs("base", { ...TEMPLATE, readme: "two" }, outs);
    const edited = await process.template.update(id, outs, news);
    const entry = process.world.templates.find(Number(id));
    return entry?.content.readme === "two" && entry.hashId === edited["hashId"];
  },
  destroy: async (process, doubt) => {
    const { id, outs } = await process.create("trainer", BID);
    trouble(process, "destroy", doubt);
    await process.remove(id, outs);
    return process.world.ledger().live === 0;
  },
  "change bid": async (process, doubt) => edited(process, "change bid", doubt, { price: 5 }),
  "set label": async (process, doubt) => edited(process, "set label", doubt, { label: "two" }),
  stop: async (process, doubt) => edited(process, "stop", doubt, { targetState: "stopped" }),
};

async function edited(
  process: TestWorld,
  operation: AmbiguousOperation,
  doubt: Ambiguity,
  changes: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { id, outs } = await process.create("trainer", BID);
  trouble(process, operation, doubt);
  const updated = await process.update(
    id,
    outs,
    process.instanceInputs("trainer", { ...BID, ...changes }, outs),
  );
  await process.clock.advance(60_000);
  const { props } = await process.nextProcess().read(id, updated);
  return Object.entries(changes).every(([name, value]) => updated[name] === value && props?.[name] === value);
}

test.each(AMBIGUITY_ROWS)("$operation, $doubt: $decision", async ({ operation, doubt, sent, ends }) => {
  const process = startWorld();
  const outcome: unknown = await OPERATIONS[operation](process, doubt).catch((error: unknown) => error);
  if (ends === "done") expect(outcome).toBe(true);
  else expect(hasCode(outcome instanceof PartialFailure ? lostIn(outcome) : outcome, ends)).toBe(true);
  const requests = process.world.requests().filter(({ route }) => route === ROUTES[operation]);
  expect(requests).toHaveLength(sent);
});

/** What a partial failure is about. */
function lostIn(failure: PartialFailure): unknown {
  const told = failure.cause;
  return told instanceof Error && "code" in told ? told : told instanceof Error ? told.cause : undefined;
}
