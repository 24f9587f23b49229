import fc from "fast-check";
import { ProviderError } from "../../../provider/errors";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { startWorld, type TestWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: { filters: { numGpus: 1 } }, label: "one" };
const TEMPLATE = { image: "pytorch/pytorch", readme: "one" };
/** Every kind of request, by method and a part of its path. */
const REQUESTS = [
  ["GET", "/users/current/"],
  ["GET", "/ssh/"],
  ["GET", "/v1/instances/"],
  ["POST", "/bundles/"],
  ["PUT", "/asks/"],
  ["GET", "/v0/instances/"],
  ["PUT", "/v0/instances/"],
  ["DELETE", "/v0/instances/"],
  ["GET", "/template/"],
  ["POST", "/template/"],
  ["PUT", "/template/"],
  ["DELETE", "/template/"],
] as const;

const NAMES = [
  "instances",
  "offers",
  "templates",
  "template",
  "id",
  "hash_id",
  "success",
  "new_contract",
  "error",
  "msg",
];
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    null,
    1e308,
    -1,
    0.5,
    "20000001",
    Number.MAX_SAFE_INTEGER + 2,
    [],
    {},
    [null],
    [[]],
    true,
  ),
);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...NAMES), odd, { maxKeys: 4 }).map((value) => JSON.stringify(value)),
  fc
    .tuple(
      fc.constantFrom("instances", "offers", "templates"),
      fc.array(fc.dictionary(fc.constantFrom(...NAMES), odd), { maxLength: 3 }),
    )
    .map(([name, rows]) => JSON.stringify({ success: true, [name]: rows })),
  fc.json().map((text) => text.slice(0, Math.ceil(text.length / 2))),
  fc.constantFrom(
    "",
    "null",
    "[[[[",
    '{"success": true, "new_con',
    "<!doctype html><html><body>502 Bad Gateway</body></html>",
    '{"success":false}',
    '{"instances":{"id":1e308}}',
    `{"msg":"${"x".repeat(100_000)}"}`,
    "[".repeat(20_000),
    "\u0000\u0001",
  ),
);
const status = fc.constantFrom(
  ...[200, 200, 200, 200, 201, 204, 302, 400, 403, 404, 409, 410, 422, 429, 500, 502],
);
const spoiled: fc.Arbitrary<Spoiled> = fc.record({
  request: fc.constantFrom(...REQUESTS),
  text: body,
  status,
  /** How many replies in a row arrive spoiled. */
  times: fc.constantFrom(1, 3, 8),
});

/** A reply as it arrives in the place of the service's. */
interface Spoiled {
  readonly request: readonly [method: string, part: string];
  readonly text: string;
  readonly status: number;
  readonly times: number;
}

const ANY = ["", ""] as const;

interface Run {
  readonly process: TestWorld;
  readonly spoilt: { count: number };
  readonly spoil: (what: Spoiled) => void;
}

function start(): Run {
  const spoilt = { count: 0 };
  let current: Spoiled | undefined;
  let left = 0;
  const process = startWorld({
    pacing: 0,
    garble: ({ method, path }) => {
      if (current === undefined || left === 0) return undefined;
      const [wanted, part] = current.request;
      if (!method.endsWith(wanted) || !path.includes(part)) return undefined;
      left -= 1;
      spoilt.count += 1;
      return { status: current.status, text: current.text };
    },
  });
  return {
    process,
    spoilt,
    spoil: (what) => {
      current = what;
      left = what.times;
    },
  };
}

/** Success, or an error that says what it is; everything else is a crash. */
async function typed<T>(work: Promise<T>): Promise<T | PartialFailure | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PartialFailure) return error;
    if (error instanceof ProviderError) return undefined;
    throw error;
  }
}

function idOf(answer: { id: string } | undefined): string | undefined {
  return answer?.id;
}

/** Whether every live machine is in the state, or named by a label in it. */
function isKnown({ world }: TestWorld, id: string | undefined): boolean {
  return world
    .ledger()
    .rentals.filter(({ destroyedAt }) => destroyedAt === null)
    .every(
      ({ instance, launchLabel }) => id === String(instance) || id === `unconfirmed:${launchLabel ?? ""}`,
    );
}

/** A refusal with a message is trusted: a service that refuses and rents anyway is not among the faults. */
function isRefusalInWords({ request: [, part], status, text }: Spoiled): boolean {
  if (part !== "/asks/" || status < 400 || status >= 500) return false;
  if (status === 403 || status === 429) return true;
  const said = jsonOf(text);
  if (said === undefined) return text.trim() !== "";
  if (typeof said === "string") return said.trim() !== "";
  const { error, msg } =
    typeof said === "object" && said !== null ? { error: undefined, msg: undefined, ...said } : {};
  return [error, msg].some((words: unknown) => typeof words === "string" && words.trim() !== "");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Operations on what exists, one after another, each with a reply of its own spoilt. */
async function life({ process, spoil }: Run, replies: readonly Spoiled[]): Promise<void> {
  const made = await process.create("known", ARGS);
  const template = await process.template.create("known", TEMPLATE);
  const edits = [{ label: "two" }, { targetState: "stopped" }, {}];
  const operations: readonly ((round: number) => Promise<unknown>)[] = [
    async () => process.read(made.id, made.outs),
    async (round) => {
      const args = { ...ARGS, ...edits[round % edits.length] };
      return process.update(made.id, made.outs, process.instanceInputs("known", args, made.outs));
    },
    async () => process.template.read(template.id, template.outs),
    async (round) => {
      const args = { ...TEMPLATE, readme: String(round) };
      return process.template.update(
        template.id,
        template.outs,
        process.templateInputs("known", args, template.outs),
      );
    },
    async (round) => process.template.create(`more${String(round)}`, TEMPLATE),
    async () => process.template.remove("1", template.outs),
    async () => process.remove("1", { ...made.outs, __timeouts: { delete: "3m" } }),
  ];
  for (const [round, what] of replies.entries()) {
    spoil({ ...what, request: ANY });
    await typed((operations[round % operations.length] ?? fail)(round));
  }
  expect(isKnown(process, made.id)).toBe(true);
}

async function fail(): Promise<never> {
  return Promise.reject(new Error("there is no such operation"));
}

test("malformed replies to any request of a launch lose no machine", async () => {
  await fc.assert(
    fc.asyncProperty(spoiled, async (what) => {
      const { process, spoil } = start();
      spoil(what);
      const answer = await typed(process.create("trainer", ARGS));
      if (!isRefusalInWords(what)) {
        expect([what, isKnown(process, idOf(answer))]).toEqual([what, true]);
      }
    }),
    { numRuns: 250, seed: 20_261_124 },
  );
}, 120_000);

test("10,000 malformed replies to all operations end in success or a typed error", async () => {
  let replies = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(spoiled, { minLength: 63, maxLength: 63 }), async (given) => {
      const run = start();
      await life(run, given);
      replies += run.spoilt.count;
    }),
    { numRuns: 90, seed: 20_261_125, endOnFailure: true },
  );
  expect(replies).toBeGreaterThanOrEqual(10_000);
}, 120_000);

test("an answer of 50 MB is an error like any other", async () => {
  const { create, world } = startWorld();
  world.fault({ kind: "unreadable", form: "huge", match: { endpoint: "asks.accept" } });
  world.fault({ kind: "unreadable", form: "huge", match: { endpoint: "instances.read" } });
  await create("trainer", ARGS);
  expect(world.ledger()).toMatchObject({ rented: 1, live: 1 });
});
