import { parseInstanceInputs } from "../../../provider/rules/instance/instance-inputs";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { inputsOf, readingOf } from "../../../provider/lifecycle/instance/read";
import { startWorld } from "../../support/start-world";

const BID = {
  image: "pytorch/pytorch:latest",
  search: { type: "bid" as const, filters: { numGpus: 1 } },
  price: 0.3,
  disk: 100,
};

test("a bid that passes the limit with the disk is refused before anything is sent", async () => {
  const process = startWorld();
  const args = { ...BID, maxHourlyPriceUsd: 0.35 };
  const { id, outs } = await process.create("trainer", args);
  const next = process.nextProcess();
  const news = next.instanceInputs("trainer", { ...args, price: 0.349 }, outs);
  const failure: unknown = await next.update(id, outs, news).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PartialFailure);
  expect(failure).toMatchObject({ cause: { code: "INVALID_PRICE" }, properties: { price: 0.3 } });
  expect(process.world.requests().filter(({ route }) => route === "bids.change")).toEqual([]);
});

test("an outbid machine that is to be stopped stays stopped though its bid is raised", async () => {
  const process = startWorld();
  process.world.fault({ kind: "outbid", afterSeconds: 60 });
  const { id, outs } = await process.create("trainer", BID);
  await process.clock.advance(120_000);
  const next = process.nextProcess();
  const { props = {} } = await next.read(id, outs);
  expect(props).toMatchObject({ __phase: "outbid" });
  const news = next.instanceInputs("trainer", { ...BID, price: 5, targetState: "stopped" }, props);
  await next.update(id, props, news);
  const starts = process.world
    .requests()
    .filter(({ body }) => JSON.stringify(body) === '{"state":"running"}');
  expect(starts).toEqual([]);
});

test.each([
  ["running", undefined],
  ["exited", "expired"],
])(
  "a machine whose end date has passed by the local clock, and that shows %s, is %s",
  async (status, phase) => {
    const process = startWorld();
    const { id, outs } = await process.create("trainer", BID);
    const record = { id: Number(id), actualStatus: status, intendedStatus: "running", endDate: 1 };
    expect(readingOf(outs, parseInstanceInputs(inputsOf(outs)), record, process.session)["__phase"]).toBe(
      phase,
    );
  },
);
