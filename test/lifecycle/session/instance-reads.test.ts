import { ProviderError } from "../../../provider/errors";
import { InstanceReads } from "../../../provider/lifecycle/session/instance-reads";
import { InstanceSnapshots } from "../../../provider/lifecycle/session/instance-snapshots";
import { FakeClock } from "../../support/fake-clock";

const PAGE = 25;

interface Deployment {
  /** Ids 1 to this. */
  readonly account: number;
  readonly tellsTotal?: boolean;
  readonly filters?: boolean;
  readonly hasList?: boolean;
}

/** A service that answers a request each second, and an engine that reads with so many at a time. */
function account({ account: size, tellsTotal = true, filters = true, hasList = true }: Deployment) {
  const clock = new FakeClock();
  const requests: string[] = [];
  let next = 0;
  const turn = async (what: string): Promise<void> => {
    next = Math.max(next + 1000, clock.now());
    await clock.sleep(next - clock.now());
    if (what !== "get" && !hasList) throw new ProviderError("UNSUPPORTED", "There is no list.");
    requests.push(what);
  };
  const all = Array.from({ length: size }, (_, index) => ({ id: index + 1 }));
  const pages = Math.ceil(size / PAGE);
  const client = {
    getInstance: async (id: number) => {
      await turn("get");
      return all.find((instance) => instance.id === id);
    },
    listInstances: async () => {
      for (let page = 0; page < pages; page += 1) await turn("page");
      return all;
    },
    instancePages: async function* () {
      for (let page = 0; page < pages; page += 1) {
        await turn("page");
        yield {
          instances: all.slice(page * PAGE, (page + 1) * PAGE),
          pages: tellsTotal ? pages : undefined,
        };
      }
    },
    readInstances: async (choose: () => readonly number[]) => {
      if (!filters) return undefined;
      await turn("named");
      const ids = choose();
      return all.filter(({ id }) => ids.includes(id));
    },
  };
  const reads = new InstanceReads(client, new InstanceSnapshots(client, clock, clock), clock);
  const refresh = async (ids: readonly number[], parallel: number): Promise<(number | undefined)[]> => {
    const left = [...ids];
    const found: (number | undefined)[] = [];
    const work = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        found.push((await reads.read(id))?.id);
      }
    };
    await clock.runUntil(Promise.all(Array.from({ length: parallel }, work)));
    return found;
  };
  const counts = () => {
    const count = (what: string) => requests.filter((request) => request === what).length;
    return { pages: count("page"), named: count("named"), gets: count("get") };
  };
  return { clock, reads, refresh, counts };
}

/** The last ids of the account, which the first page does not show. */
const last = (size: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => size - index);

test.each([
  ["one alone asks by id", 1_000, 1, 8, { pages: 0, named: 0, gets: 1 }],
  ["an account of one page is read once", 20, 20, 8, { pages: 1, named: 0, gets: 0 }],
  ["a stack that is the whole account reads it once", 200, 200, 8, { pages: 8, named: 0, gets: 0 }],
  ["two among a thousand do not read the thousand", 1_000, 2, 8, { pages: 1, named: 1, gets: 0 }],
  ["two hundred among a thousand", 1_000, 200, 8, { pages: 1, named: 25, gets: 0 }],
  ["two hundred among a thousand, all at once", 1_000, 200, 200, { pages: 1, named: 8, gets: 0 }],
  ["named reads cost at most what the list costs", 1_000, 900, 8, { pages: 41, named: 39, gets: 0 }],
  ["one after the other", 100, 50, 1, { pages: 5, named: 3, gets: 1 }],
])("%s", async (_name, size, count, parallel, expected) => {
  const { refresh, counts } = account({ account: size });
  const ids = last(size, count);
  expect((await refresh(ids, parallel)).toSorted()).toEqual(ids.toSorted());
  expect(counts()).toEqual(expected);
});

test("a service that does not tell how long its list is has it read to its end", async () => {
  const { refresh, counts } = account({ account: 500, tellsTotal: false });
  await refresh(last(500, 30), 8);
  expect(counts()).toEqual({ pages: 20, named: 0, gets: 0 });
});

test("a service whose list cannot be filtered has it read to its end", async () => {
  const { refresh, counts } = account({ account: 500, filters: false });
  await refresh(last(500, 30), 8);
  expect(counts()).toEqual({ pages: 21, named: 0, gets: 0 });
});

test("a service without a list is asked by id", async () => {
  const { refresh, counts } = account({ account: 500, hasList: false });
  expect(await refresh(last(500, 30), 8)).toHaveLength(30);
  expect(counts()).toEqual({ pages: 0, named: 0, gets: 30 });
});

test("an id that no list shows is read on its own", async () => {
  const { refresh, counts } = account({ account: 20 });
  expect(await refresh([1, 2, 77], 3)).toEqual([1, 2, undefined]);
  expect(counts()).toEqual({ pages: 1, named: 0, gets: 1 });
});

test("a list is good for as long as it took, five seconds at least", async () => {
  const { clock, refresh, counts } = account({ account: 200 });
  await refresh(last(200, 8), 8);
  await clock.advance(6_000);
  await refresh(last(200, 8), 8);
  expect(counts()).toEqual({ pages: 8, named: 0, gets: 0 });
  await clock.advance(8_000);
  await refresh(last(200, 8), 8);
  expect(counts()).toEqual({ pages: 16, named: 0, gets: 0 });
});
