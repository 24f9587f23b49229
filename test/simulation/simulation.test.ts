import { breakKind } from "./break-kind";
import { generateHistory } from "./generate-history";
import { runHistory } from "./run-history";

/** Spread over several tests, so that each is short, and the one that fails says where. */
const HISTORIES_EACH = 250;
const TESTS = 8;

/** How far apart the seeds of two tests are. */
const APART = 1_000_000;

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => process.on("unhandledRejection", onUnhandled));
afterAll(() => process.off("unhandledRejection", onUnhandled));

describe("after whatever happens to commands, processes and the service", () => {
  test.each(Array.from({ length: TESTS }, (_, index) => index * APART))(
    "the state knows what bills, and nothing bills in the end (seeds from %i)",
    async (first) => {
      const broken: string[] = [];
      for (let seed = first; seed < first + HISTORIES_EACH; seed += 1) {
        const { breaks } = await runHistory(generateHistory(seed));
        broken.push(
          ...breaks.map(({ what }) => `npm run simulate -- --seed ${String(seed)} --histories 1: ${what}`),
        );
      }
      expect([...broken, ...unhandled.splice(0).map(String)]).toEqual([]);
    },
    180_000,
  );
});

test("the same seed gives the same history, request by request", async () => {
  for (const seed of [3, 17, 4711]) {
    const [one, other] = [
      await runHistory(generateHistory(seed), true),
      await runHistory(generateHistory(seed), true),
    ];
    expect(other.trace).toEqual(one.trace);
    expect(one.trace.length).toBeGreaterThan(10);
  }
});

test("a kind of break is told without its numbers", () => {
  expect(breakKind("machine 0/20000001 (a-pvai-0123456789ab-0123456789.1) bills")).toBe(
    breakKind("machine 1/20000007 (b-pvai-0123456789ab-0123456789.2) bills"),
  );
});
