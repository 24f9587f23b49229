import { PartialFailure } from "../../../../provider/lifecycle/engine/partial-failure";
import { ANY_SEARCH, startWorld } from "../../../support/start-world";
import { LAUNCH_JOURNEYS, type JourneyEnd, type LaunchJourney } from "./launch-journeys.cases";

async function run({ args, options, faults }: LaunchJourney, interfaceOnly: boolean): Promise<JourneyEnd> {
  const { create, world } = startWorld({ ...options, interfaceOnly });
  for (const fault of faults ?? []) world.fault(fault);
  const given = { image: "pytorch/pytorch:latest", search: ANY_SEARCH, ...args };
  const answer: unknown = await create("trainer", given).catch((error: unknown) => error);
  const { rented, live } = world.ledger();
  return [codeOf(answer), rented, live];
}

function codeOf(answer: unknown): string {
  const error = answer instanceof PartialFailure ? answer.cause : answer;
  if (!(error instanceof Error)) return "ready";
  const { cause } = error;
  const coded =
    "code" in error ? error : cause instanceof Error && "code" in cause ? cause : { code: error.message };
  return String(coded.code);
}

const ROWS = LAUNCH_JOURNEYS.map((journey) => [journey.name, journey] as const);

test.each(ROWS)("%s", async (_name, journey) => {
  expect(await run(journey, false)).toEqual(journey.ends);
});

test.each(ROWS)("on a deployment of the API specification alone alone: %s", async (_name, journey) => {
  expect(await run(journey, true)).toEqual(journey.interfaceOnly?.ends ?? journey.ends);
});

test("a machine that the state does not know exists in no journey but where the error names its label", async () => {
  const lost = LAUNCH_JOURNEYS.filter(({ interfaceOnly }) => interfaceOnly?.ends[0] === "ANSWER_LOST");
  expect(lost).not.toEqual([]);
  for (const { faults = [], options } of lost) {
    const { create, world } = startWorld({ ...options, interfaceOnly: true });
    for (const fault of faults) world.fault(fault);
    const failure: unknown = await create("trainer", { image: "a/b", search: ANY_SEARCH }).catch(
      (error: unknown) => error,
    );
    for (const { launchLabel } of world.ledger().rentals) expect(String(failure)).toContain(launchLabel);
  }
});
