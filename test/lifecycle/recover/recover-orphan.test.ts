import type { FaultOrder } from "../../../provider/emulator/model/fault-kinds";
import { carryOut, type Recovered } from "../../../provider/lifecycle/recover/carry-out";
import { readCheckpoint } from "../../../provider/lifecycle/recover/checkpoint";
import { planRecovery } from "../../../provider/lifecycle/recover/plan";
import type { Choices } from "../../../provider/lifecycle/recover/plan-item";
import { survey } from "../../../provider/lifecycle/recover/survey";
import { textWith } from "../../support/matchers";
import { ANY_SEARCH, startWorld, type TestWorld } from "../../support/start-world";
import { FakeStack, stateOf } from "./stack-state";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

const CHANGE = { endpoint: "instances.change" };

/** A launch whose provider alone was killed: its engine has recorded neither a resource nor a pending operation. */
async function orphaned(): Promise<{ next: TestWorld; stack: FakeStack; id: number }> {
  const first = startWorld({ lifecycle: { loadSeconds: 60 } });
  first.begin(first.instanceInputs("trainer", IMAGE));
  await first.clock.advance(30_000);
  first.kill();
  const id = first.world.ledger().rentals[0]?.instance ?? 0;
  return { next: first.nextProcess(), stack: new FakeStack(stateOf([], [])), id };
}

async function recover(
  { session, clock }: TestWorld,
  stack: FakeStack,
  chosen: Partial<Choices>,
): Promise<Recovered> {
  const none = new Set<number>();
  const ids = { destroyIds: none, adoptIds: none, acceptIds: none, rejectIds: none };
  const seen = await clock.runUntil(survey(session, readCheckpoint(stack.text)));
  const plan = planRecovery(seen, { destroy: false, isAccountConfirmed: false, ...ids, ...chosen });
  return clock.runUntil(carryOut(session, stack, seen.checkpoint, seen.account, plan));
}

test("an orphan that is adopted is taken over by the next up, and nothing more is rented", async () => {
  const { next, stack, id } = await orphaned();
  const { adopted } = await recover(next, stack, { adoptIds: new Set([id]) });
  expect(adopted).toMatchObject([{ id }]);
  expect(stack.imports).toBe(0);
  const up = next.nextProcess();
  expect(await up.create("trainer", IMAGE)).toMatchObject({ id: String(id) });
  expect(up.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("the next up that asks for another image takes nothing over, rents nothing, and says why", async () => {
  const { next, stack, id } = await orphaned();
  await recover(next, stack, { adoptIds: new Set([id]) });
  await expect(next.nextProcess().create("trainer", { ...IMAGE, image: "a/b" })).rejects.toMatchObject({
    code: "ORPHAN_FOUND",
    message: textWith("image: a/b:latest wanted, pytorch/pytorch:latest found"),
  });
  expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("with --destroy an orphan of the stack is destroyed, and the state is not touched", async () => {
  const { next, stack, id } = await orphaned();
  expect(await recover(next, stack, { destroy: true })).toMatchObject({ destroyed: [id] });
  expect(next.world.ledger().live).toBe(0);
  expect(stack.imports).toBe(0);
});

test("unless it is named nothing happens to an orphan", async () => {
  const { next, stack } = await orphaned();
  next.world.clearRequests();
  expect(await recover(next, stack, {})).toMatchObject({ adopted: [], destroyed: [] });
  expect(next.world.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

test.each<[string, FaultOrder, string]>([
  [
    "cannot set labels",
    { kind: "status", status: 501, times: "always", match: CHANGE },
    "This deployment cannot change labels, so instance",
  ],
  [
    "says that it did and does not",
    { kind: "ignored", times: "always", match: CHANGE },
    "but the service still shows",
  ],
])(
  "a deployment that %s: the orphan is as it was, and the error says what to do",
  async (_what, fault, words) => {
    const { next, stack, id } = await orphaned();
    next.world.fault(fault);
    await expect(recover(next, stack, { adoptIds: new Set([id]) })).rejects.toMatchObject({
      code: "NOT_RELABELLED",
      message: textWith(words),
    });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  },
);
