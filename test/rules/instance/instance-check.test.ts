import fc from "fast-check";
import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";
import { BAD_INPUTS } from "../validation/bad-input.cases";

const search = { filters: { gpuName: ["RTX 4090"] } };

const accepted: readonly [title: string, args: Record<string, unknown>][] = [
  ["an image and a query", { image: "acme/x", search }],
  ["a template and offers", { templateHashId: "0123456789abcdef0123456789abcdef", offerIds: [3, 1] }],
  ["a price makes offers a bid", { image: "acme/x", offerIds: [3], price: 0.001 }],
  [
    "a bid search with a price at its limits",
    { image: "acme/x", search: { ...search, type: "bid" }, price: 128 },
  ],
  ["several queries of one type", { image: "acme/x", search: [search, { ...search, type: "on-demand" }] }],
  ["a command by runtype default", { image: "acme/x", search, argsStr: "train --fast" }],
  [
    "an entrypoint in onstart beside arguments",
    { image: "acme/x", search, runtype: "args", args: ["a"], onstart: "/run" },
  ],
  [
    "options that a template's runtype may need",
    { templateHashId: "0a", search, useJupyterLab: true, args: ["a"] },
  ],
  ["jupyter lab switched off anywhere", { image: "acme/x", search, useJupyterLab: false }],
  ["jupyter options with jupyter", { image: "acme/x", search, runtype: "jupyter_direct", jupyterDir: "/w" }],
  [
    "ports of a direct runtype",
    { image: "acme/x", search, runtype: "ssh_direct", launch: { waitFor: "ports" } },
  ],
  ["ports that a template may have", { templateHashId: "0a", search, launch: { waitFor: "ports" } }],
  ["one host port with two protocols", { image: "acme/x", search, ports: ["53:53", "53:53/udp"] }],
  [
    "a linked volume",
    { image: "acme/x", search, volumeInfo: { createNew: false, volumeId: 5, mountPath: "/data" } },
  ],
  ["a registry login", { image: "acme/x", search, imageLogin: "-u robot -p hunter2 r.example.com" }],
  [
    "null for absent, at every depth",
    { image: "acme/x", search, disk: null, launch: { attempts: null }, env: { A: null } },
  ],
  ["a label that only begins like a token", { image: "acme/x", search, label: "pvai-train" }],
];

test.each(accepted)("accepts %s", (_title, args) => {
  expect(checkInstanceInputs(args).failures).toEqual([]);
});

test("arguments are normalized", () => {
  const { inputs } = checkInstanceInputs({
    image: "acme/x",
    search: { filters: { gpuName: "rtx_4090" }, type: "on-demand" },
    ports: [" 80:80/TCP ", "53:53/UDP"],
    disk: null,
    env: { A: "1", B: undefined },
  });
  expect(inputs).toMatchObject({ ports: ["80:80", "53:53/udp"], env: { A: "1" } });
  expect(inputs).not.toHaveProperty("disk");
  expect(inputs["env"]).toStrictEqual({ A: "1" });
  expect(inputs["search"]).toMatchObject([{ type: "ondemand", filters: { gpuName: { eq: "RTX 4090" } } }]);
});

test("a state that is not requested is left to the service, a requested one stays", () => {
  expect(checkInstanceInputs({ image: "x", search }).inputs).not.toHaveProperty("targetState");
  expect(checkInstanceInputs({ image: "x", search, targetState: "stopped" }).inputs["targetState"]).toBe(
    "stopped",
  );
});

test("one mistake in a list or a map hides no other", () => {
  const args = {
    image: "acme/x",
    offerIds: [UNKNOWN, "7", 8, 8],
    env: { "A=hunter2": 1, B: 2, C: "x".repeat(300) },
    volumeInfo: { volumeId: 0, size: 1 },
    price: 1000,
  };
  expect(checkInstanceInputs(args).failures.map(({ reason }) => reason)).toEqual([
    'Expected `offerIds[1]` to be a whole number, got "7"',
    "`offerIds[3]` names offer 8 again, after `offerIds[2]`",
    'Expected every name in `env` to match [A-Za-z_][A-Za-z0-9_]*, but the one that starts with "A" does not',
    "Expected `env.B` to be text, got a number",
    "Expected `env.C` to be at most 256 characters with its name, got 302",
    "`volumeInfo.mountPath` is required",
    "Expected `volumeInfo.volumeId` to be at least 1, got 0",
    "`volumeInfo.size` is not an argument",
    "Expected `price` to be between 0.001 and 128 $/h, got 1000",
  ]);
});

test("rules over several arguments report in addition to a wrong single one", () => {
  const args = { image: "acme/x", disk: "40", search: { ...search, type: "bid" }, args: ["a"], argsStr: "b" };
  expect(checkInstanceInputs(args).failures.map(({ reason }) => reason)).toEqual([
    'Expected `disk` to be a number, got "40"',
    "`args` and `argsStr` are given: they say the same thing in two ways. Drop one",
    '`search` asks for `type: "bid"`, which needs `price`, the bid in $/h',
  ]);
});

/** Hardly shrinks: digits of a fixed sequence. */
const scrambled = Array.from(
  { length: 2_000 },
  (_, step) => ((step + 1) * 2_654_435_761) % 4_294_967_291,
).join("");

test("a script that does not fit even when it is packed is refused", () => {
  // How much packing saves depends on the zlib that Node was built with.
  const [failure, ...others] = checkInstanceInputs({ image: "acme/x", search, onstart: scrambled }).failures;
  expect(others).toEqual([]);
  expect(failure?.property).toBe("");
  expect(failure?.reason).toMatch(
    /^Expected `onstart` to be at most 4048 characters once packed, got 1\d{4}\. Put the/,
  );
});

test("a long script that packs well is accepted", () => {
  expect(
    checkInstanceInputs({ image: "acme/x", search, onstart: "echo again\n".repeat(1000) }).failures,
  ).toEqual([]);
});

/** Puts the unknown value in place of one value, at any depth. */
function withUnknownAt(value: unknown, choose: (count: number) => number): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const place = choose(value.length + 1);
    if (place === value.length) return UNKNOWN;
    return value.map((item: unknown, index) => (index === place ? withUnknownAt(item, choose) : item));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    const names = Object.keys(value);
    const place = choose(names.length + 1);
    if (place === names.length) return UNKNOWN;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]: [string, unknown], index) => [
        name,
        index === place ? withUnknownAt(item, choose) : item,
      ]),
    );
  }
  return UNKNOWN;
}

const full = {
  image: "acme/x",
  env: { A: "1", B: "2" },
  ports: ["80:80", "81:81/udp"],
  onstart: "echo",
  runtype: "args",
  args: ["a", "b"],
  user: "u",
  imageLogin: "-u robot -p hunter2 r.example.com",
  disk: 10,
  volumeInfo: { volumeId: 5, mountPath: "/data" },
  search: [{ filters: { numGpus: { gte: 2 }, gpuName: ["A", "B"] }, type: "bid", limit: 5 }],
  price: 0.3,
  maxHourlyPriceUsd: 1,
  label: "l",
  targetState: "running",
  launch: { attempts: 3, waitFor: "ports" },
};

test("a value that is not known yet is never a mistake, wherever it stands, and stays unknown", () => {
  expect(checkInstanceInputs(full).failures).toEqual([]);
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(full)), fc.infiniteStream(fc.nat()), (name, naturals) => {
      const choose = (count: number): number => Number(naturals.next().value) % count;
      const args = Object.fromEntries(
        Object.entries(full).map(([key, value]) => [
          key,
          key === name ? withUnknownAt(value, choose) : value,
        ]),
      );
      const { failures, inputs } = checkInstanceInputs(args);
      expect(failures).toEqual([]);
      expect(JSON.stringify(inputs[name])).toContain(UNKNOWN);
    }),
    { seed: 20_260_809, numRuns: 500 },
  );
});

test.each(BAD_INPUTS)(
  "$resource, $title: no mistake is left once every given argument is unknown",
  ({ resource, args }) => {
    const known = Object.keys(args).filter((name) => args[name] !== undefined && args[name] !== null);
    const unknowns = Object.fromEntries(known.map((name) => [name, UNKNOWN]));
    const { failures } =
      resource === "Template"
        ? checkTemplateInputs({ name: UNKNOWN, ...unknowns })
        : checkInstanceInputs(unknowns);
    const named = failures.filter(
      ({ reason }) => !/is not an argument|is required|^Nothing says|is missing/.test(reason),
    );
    expect(named).toEqual([]);
  },
);

test("any arguments at all give a list of failures and never throw", () => {
  const names = [...Object.keys(full), "templateHashId", "offerIds", "argsStr", "vm", "extra"];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything({ maxDepth: 3 })), (args) => {
      for (const { property, reason } of checkInstanceInputs(args).failures) {
        expect(typeof property).toBe("string");
        expect(reason.length).toBeLessThan(2000);
      }
    }),
    { seed: 20_260_810, numRuns: 500 },
  );
});
