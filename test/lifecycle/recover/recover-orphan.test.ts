import type { FaultOrder } from "../../../provider/emulator/model/fault-kinds";
import { textWith } from "../../support/matchers";
import { ANY_SEARCH } from "../../support/start-world";
import { orphaned, recover } from "./run-recover";

const IMAGE = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

const CHANGE = { endpoint: "instances.change" };

test("an orphan that is adopted is taken over by the next up, and nothing more is rented", async () => {
  const { next, stack, id } = await orphaned(IMAGE);
  const { adopted } = await recover(next, stack, { adoptIds: new Set([id]) });
  expect(adopted).toMatchObject([{ id }]);
  expect(stack.imports).toBe(0);
  const up = next.nextProcess();
  expect(await up.create("trainer", IMAGE)).toMatchObject({ id: String(id) });
  expect(up.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("the next up that asks for another image takes nothing over, rents nothing, and says why", async () => {
  const { next, stack, id } = await orphaned(IMAGE);
  await recover(next, stack, { adoptIds: new Set([id]) });
  await expect(next.nextProcess().create("trainer", { ...IMAGE, image: "a/b" })).rejects.toMatchObject({
    code: "ORPHAN_FOUND",
    message: textWith("image: a/b:latest wanted, pytorch/pytorch:latest found"),
  });
  expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
});

test("with --destroy an orphan of the stack is destroyed, and the state is not touched", async () => {
  const { next, stack, id } = await orphaned(IMAGE);
  expect(await recover(next, stack, { destroy: true })).toMatchObject({ destroyed: [id] });
  expect(next.world.ledger().live).toBe(0);
  expect(stack.imports).toBe(0);
});

test("unless it is named nothing happens to an orphan", async () => {
  const { next, stack } = await orphaned(IMAGE);
  next.world.clearRequests();
  expect(await recover(next, stack)).toMatchObject({ adopted: [], destroyed: [] });
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
    const { next, stack, id } = await orphaned(IMAGE);
    next.world.fault(fault);
    await expect(recover(next, stack, { adoptIds: new Set([id]) })).rejects.toMatchObject({
      code: "NOT_RELABELLED",
      message: textWith(words),
    });
    expect(next.world.ledger()).toMatchObject({ rented: 1, live: 1 });
  },
);
