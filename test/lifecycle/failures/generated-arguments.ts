import fc from "fast-check";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";

type Arguments = Record<string, unknown>;

/** Values that each argument may well be given: most are right, some are not. */
const INSTANCE_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  image: ["pytorch/pytorch:latest", "ghcr.io/a/b@sha256:" + "0".repeat(64), "UPPER/case", "a b", ""],
  template: ["0123456789abcdef0123456789abcdef", UNKNOWN],
  templateHashId: ["0123456789abcdef0123456789abcdef", "4711"],
  env: [{}, { A: "1" }, { A: UNKNOWN }, { "A B": "1" }, { A: 'x "y" $z \n' }, { A: 1 }],
  ports: [["8080:80"], ["53:53/udp", "70000:70000"], ["8080"], ["8080:80", "8080:81"], "8080:80"],
  onstart: ["echo hi", "#!/bin/sh\n" + "true\n".repeat(900), "x".repeat(60_000)],
  runtype: ["ssh", "ssh_direct", "jupyter_direct", "args", "telnet"],
  args: [["true"], [], ["a", 1]],
  argsStr: ["--epochs 3", ""],
  useJupyterLab: [true, "yes"],
  jupyterDir: ["/root", "root"],
  user: ["root", ""],
  imageLogin: ["-u me -p token docker.io", "me:token"],
  vm: [false, true],
  disk: [8, 40.5, 4, 1e9, "8"],
  volumeInfo: [
    { volumeId: 1, mountPath: "/data" },
    { createNew: true, volumeId: 1, size: 10, mountPath: "/d" },
  ],
  search: [
    { filters: { numGpus: 1 } },
    [{ filters: { gpuName: ["RTX 3090"] } }, { filters: {} }],
    { filters: { gpuRam: { gte: 24 } } },
    { filters: { reliability: { gte: 0.9, lte: 0.99 } }, orderBy: [["dphTotal", "desc"]], limit: 5 },
    { filters: { geolocation: { in: ["SE", "DE"] } }, type: "bid" },
    { filters: { nonsense: 1 } },
    [],
  ],
  offerIds: [[30_000_001, 30_000_002], [1, 1], [], [0]],
  maxHourlyPriceUsd: [0.5, 100, -1, 0],
  price: [0.2, 4, 200],
  label: ["my machine", "", "x".repeat(300), "a-pvai-0123456789ab-0123456789.1"],
  targetState: ["running", "stopped", "paused"],
  launch: [
    { attempts: 2 },
    { loadTimeoutSeconds: 60, waitFor: "none" },
    { waitFor: "ports" },
    { attempts: 0 },
  ],
  cancelUnavail: [true, false],
  force: [true],
};

const TEMPLATE_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  name: ["mine", "", "x".repeat(300)],
  image: ["pytorch/pytorch", "a b"],
  tag: ["latest", "a b"],
  desc: ["text"],
  readme: ["# hi"],
  env: INSTANCE_VALUES["env"] ?? [],
  ports: INSTANCE_VALUES["ports"] ?? [],
  dockerOptions: ["--shm-size=16g --ipc host", "'unbalanced", "-e A=1"],
  onstart: INSTANCE_VALUES["onstart"] ?? [],
  runtype: ["ssh", "jupyter", "args", "ssh_direct"],
  argsStr: ["--epochs 3"],
  sshDirect: [true, false],
  useSsh: [true, false],
  jupDirect: [true],
  jupyterDir: ["/root"],
  useJupyterLab: [true],
  dockerLoginRepo: ["docker.io"],
  dockerLoginUser: ["me"],
  dockerLoginPass: ["token"],
  href: ["https://example.com", "nowhere"],
  repo: ["a/b"],
  extraFilters: [{ gpuRam: { gte: 16_000 } }, { gpuName: ["RTX 4090"] }, { nonsense: 1 }],
  recommendedDiskSpace: [8, 40, 1, "8"],
  private: [true, false],
};

/** JSON of any kind, with numbers that JSON allows and names that trip careless code. */
const anyJson = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      UNKNOWN,
      [UNKNOWN],
      { nested: UNKNOWN },
      1e308,
      "\u0000",
      "\uD800",
      JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}'),
    ),
  },
);

function argumentsOf(values: Readonly<Record<string, readonly unknown[]>>, base: Arguments) {
  const usual = fc.tuple(fc.constantFrom(...Object.keys(values)), fc.nat({ max: 9 }));
  const odd = fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(values)), fc.string()), anyJson);
  return fc
    .tuple(
      fc.array(usual, { maxLength: 6 }),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant<[string, unknown][]>([]) },
        { weight: 1, arbitrary: fc.array(odd, { maxLength: 3 }) },
      ),
    )
    .map(([picked, strange]): Arguments => {
      const chosen = picked.map(([name, index]): [string, unknown] => {
        const pool = values[name] ?? [];
        // The first value of each is a right one, and is drawn most often.
        return [name, pool[index < 6 ? 0 : index % pool.length]];
      });
      // A name that the engine keeps for what is between class and provider is none that a program can give.
      const given = strange.filter(([name]) => !name.startsWith("__"));
      return { ...base, ...Object.fromEntries(chosen), ...Object.fromEntries(given) };
    });
}

/** Arguments of an instance as programs may write them. */
export const instanceArguments = argumentsOf(INSTANCE_VALUES, {
  image: "pytorch/pytorch:latest",
  search: { filters: { numGpus: 1 } },
});

/** Arguments of a template as programs may write them. */
export const templateArguments = argumentsOf(TEMPLATE_VALUES, { image: "pytorch/pytorch" });
