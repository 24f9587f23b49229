import fc from "fast-check";
import { instanceChange } from "../../../provider/rules/instance/instance-change";
import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";

type Properties = Record<string, unknown>;

const query = (filters: object, type?: string): object =>
  type === undefined ? { filters } : { filters, type };

/** Values of each argument; absent is always one more. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  image: ["pytorch/pytorch:latest", "ghcr.io/a/b:2"],
  env: [{}, { A: "1" }, { A: "2", B: "3" }],
  ports: [["8080:80"], ["8080:80", "53:53/udp"]],
  onstart: ["echo one", "echo two"],
  runtype: ["ssh", "jupyter_direct"],
  args: [["true"], ["true", "false"]],
  argsStr: ["--one", "--two"],
  useJupyterLab: [true, false],
  jupyterDir: ["/one", "/two"],
  pythonUtf8: [true],
  langUtf8: [true],
  user: ["one", "two"],
  imageLogin: ["-u me -p token docker.io"],
  vm: [true, false],
  disk: [8, 40, 40.5],
  volumeInfo: [
    { volumeId: 1, mountPath: "/data" },
    { volumeId: 2, mountPath: "/data" },
  ],
  search: [
    query({ numGpus: 1 }),
    query({ numGpus: { gte: 4 } }),
    query({ gpuName: ["RTX 4090", "A40"], reliability: { gte: 0.95 } }),
    [query({ numGpus: 4 }), query({ gpuName: "RTX 4090" })],
    query({ clusterId: 3 }),
    query({}, "bid"),
    query({ gpuName: "A40" }, "bid"),
    [query({ numGpus: 4 }, "bid"), query({ numGpus: 1 }, "bid")],
  ],
  offerIds: [[1], [1, 2]],
  maxHourlyPriceUsd: [0.3, 0.5, 9],
  price: [0.1, 0.2, 0.28],
  label: ["mine", "yours"],
  targetState: ["running", "stopped"],
  launch: [{ attempts: 2 }, { waitFor: "ports", attempts: 3 }],
  cancelUnavail: [true, false],
  force: [true],
};

/** A template of the program, with its link, and a hash from elsewhere. */
const TEMPLATES: readonly Properties[] = [
  {},
  { template: "a1", __templateLaunchHash: "v1:one", __template: { recommendedDiskSpace: 8 } },
  { template: "b2", __templateLaunchHash: "v1:one", __template: { recommendedDiskSpace: 8 } },
  { template: "c3", __templateLaunchHash: "v1:one", __template: { recommendedDiskSpace: 40 } },
  { template: "b2", __templateLaunchHash: "v1:two", __template: { recommendedDiskSpace: 40 } },
  { templateHashId: "a1", __templateLaunchHash: "v1:one", __template: { recommendedDiskSpace: 8 } },
  { templateHashId: "a1" },
  { templateHashId: "b2" },
];

const PHASES = [undefined, "loading", "givenUp", "unconfirmed", "dead", "expired", "outbid", "finished"];

const isHidden = (name: string): boolean => name.startsWith("__");

/** As `check` leaves them; undefined where it refuses them. */
function checked(args: Properties): Properties | undefined {
  const { template, ...rest } = Object.fromEntries(Object.entries(args).filter(([name]) => !isHidden(name)));
  const { inputs, failures } = checkInstanceInputs(
    template === undefined ? rest : { ...rest, templateHashId: template },
  );
  if (failures.length > 0) return undefined;
  const { templateHashId, ...others } = inputs;
  const named = template === undefined ? { templateHashId } : { template: templateHashId };
  const hidden = Object.entries(args).filter(([name]) => isHidden(name));
  return { ...others, ...named, ...Object.fromEntries(hidden) };
}

/** Few arguments, so that what is not known is seldom all that matters, and often. */
const anyArguments: fc.Arbitrary<Properties> = fc
  .tuple(
    fc.subarray(Object.keys(VALUES), { maxLength: 3 }),
    fc.array(fc.nat({ max: 99 }), { minLength: 4, maxLength: 4 }),
    fc.constantFrom(...TEMPLATES),
  )
  .map(([names, numbers, template]) => {
    const [last = 0, ...rest] = numbers;
    const drawn = names.map((name, at) => [name, picked(VALUES[name] ?? [], rest[at] ?? 0)] as const);
    return completed({ ...Object.fromEntries(drawn), ...template }, last);
  });

function picked(values: readonly unknown[], number: number): unknown {
  return values[number % values.length];
}

/** With what `check` asks for: something that runs, a place, and a bid where the place takes one. */
function completed(args: Properties, number: number): Properties {
  const { image = "pytorch/pytorch:latest", search, offerIds, price, args: list, argsStr, ...rest } = args;
  const isTemplate = args["template"] !== undefined || args["templateHashId"] !== undefined;
  const isBid = JSON.stringify([search]).includes('"bid"');
  return {
    ...rest,
    ...(isTemplate ? {} : { image }),
    ...(search === undefined ? { offerIds: offerIds ?? [1] } : { search }),
    ...(isBid ? { price: price ?? 0.2 } : search === undefined && number % 2 === 0 ? { price: 0.2 } : {}),
    ...(list === undefined ? (argsStr === undefined ? {} : { argsStr }) : { args: list }),
  };
}

/** What is in a state after a machine was rented with these arguments. */
function stateAfter(args: Properties, more: Properties): Properties {
  return {
    ...args,
    label: args["label"] ?? "trainer-pvai-0123456789ab-0123456789.1",
    targetState: args["targetState"] ?? "running",
    dphTotal: 0.4,
    __asked: { label: args["label"], targetState: args["targetState"], price: args["price"] },
    __launchLabel: "trainer-pvai-0123456789ab-0123456789.1",
    __offer: { numGpus: 1, gpuName: "RTX 4090", reliability: 0.99, verified: true, dphTotal: 0.4 },
    __disk: args["disk"] ?? 8,
    ...more,
  };
}

/** A value with one of its inner values not known yet, or with one more that is not; the whole where it has none. */
function partlyUnknown(value: unknown, choice: number): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const index = choice % (items.length + 1);
    return index === items.length
      ? [...items, UNKNOWN]
      : items.map((item, at) => (at === index ? partlyUnknown(item, Math.floor(choice / 7)) : item));
  }
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    const name = names[choice % (names.length + 1)];
    return Object.fromEntries([
      ...Object.entries(value).map(([key, held]: [string, unknown]) =>
        key === name ? [key, partlyUnknown(held, Math.floor(choice / 7))] : [key, held],
      ),
      ...(name === undefined ? [["more", UNKNOWN]] : []),
    ]) as unknown;
  }
  return UNKNOWN;
}

/** What of a template is not known in a preview. */
const TEMPLATE_UNKNOWNS: readonly Properties[] = [
  { template: UNKNOWN },
  { template: UNKNOWN, __templateLaunchHash: UNKNOWN },
  { template: UNKNOWN, __templateLaunchHash: UNKNOWN, __template: { recommendedDiskSpace: UNKNOWN } },
  { template: UNKNOWN, __template: { recommendedDiskSpace: UNKNOWN } },
];

const NAMES = [...Object.keys(VALUES), "template", "templateHashId"];

/** What is known of `after` in its preview, where `name` is not, or only in part. */
function previewOf(after: Properties, name: string, choice: number): Properties {
  if (name === "template" && after["__template"] !== undefined && after["template"] !== undefined)
    return { ...after, ...TEMPLATE_UNKNOWNS[choice % TEMPLATE_UNKNOWNS.length] };
  return { ...after, [name]: choice % 3 === 0 ? UNKNOWN : partlyUnknown(after[name], choice) };
}

/** The arguments with one of them set, changed or removed. */
function edited(before: Properties, name: string, choice: number): Properties {
  if (name === "template" || name === "templateHashId") {
    const { template: _t, templateHashId: _h, __template: _f, __templateLaunchHash: _l, ...rest } = before;
    return completed({ ...rest, ...(picked(TEMPLATES, choice) as Properties) }, 1);
  }
  const { [name]: _old, ...rest } = before;
  const value = picked([undefined, ...(VALUES[name] ?? [])], choice);
  const set = value === undefined ? {} : { [name]: value };
  // A machine is requested in one place only.
  const { search: _s, ...placed } = rest;
  return { ...(name === "offerIds" && value !== undefined ? placed : rest), ...set };
}

describe("what is not known in the preview", () => {
  const replaced = new Set<string>();

  test.each(NAMES)("of `%s` never lets `up` replace a machine without its preview having said so", (name) => {
    fc.assert(
      fc.property(
        anyArguments,
        fc.nat({ max: 99 }),
        fc.nat({ max: 400 }),
        fc.constantFrom(...PHASES),
        fc.option(fc.constantFrom(...NAMES)),
        (before, value, choice, phase, other) => {
          const names = other === null ? [name] : [other, name];
          const after = names.reduce((args, one) => edited(args, one, value), before);
          const preview = names.reduce((args, one) => previewOf(args, one, choice), after);
          const [old, real, known] = [before, after, preview].map(checked);
          fc.pre(old !== undefined && real !== undefined && known !== undefined);
          const state = stateAfter(old, { __phase: phase });
          if (instanceChange(state, real).effect !== "replace") return;
          replaced.add(name);
          const announced = instanceChange(state, known);
          expect(announced.effect).toBe("replace");
          expect(announced.reasons.length).toBeGreaterThan(0);
        },
      ),
      { seed: 20_261_121, numRuns: 120 },
    );
  });

  test("is tested where `up` does replace, for every argument that can be the reason", () => {
    const never = ["offerIds", "label", "launch", "cancelUnavail", "force"];
    expect(NAMES.filter((name) => !replaced.has(name) && !never.includes(name))).toEqual([]);
  });
});
