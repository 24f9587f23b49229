import { badInstance, one } from "./bad-input-rows";
import type { BadInput } from "./bad-input";

const PORT_RULE = 'to be "host:container" or "host:container/udp"';
const JUPYTER = '"jupyter", "jupyter_proxy" or "jupyter_direct"';
const ALL_RUNTYPES =
  '"ssh", "jupyter", "args", "ssh_proxy", "ssh_direct", "jupyter_proxy" or "jupyter_direct"';

/** Mistakes in what an instance runs. */
export const BAD_INSTANCES: readonly BadInput[] = [
  badInstance(
    "nothing to run",
    { image: undefined },
    one("image", "Nothing says what runs: give `image`, `template` or `templateHashId`"),
  ),
  badInstance(
    "image and template",
    { templateHashId: "0123456789abcdef0123456789abcdef" },
    one("image", "`image` and a template are given: exactly one of the two says what runs. Drop one"),
  ),
  badInstance(
    "numeric id for the hash",
    { image: undefined, templateHashId: "90210" },
    one(
      "templateHashId",
      'Expected `templateHashId` to be a template\'s hash, not its numeric id, got "90210"',
    ),
  ),
  badInstance(
    "unknown runtype",
    { runtype: "ssh_direc" },
    one("runtype", `Expected \`runtype\` to be ${ALL_RUNTYPES}, got "ssh_direc"`),
  ),
  badInstance(
    "unknown state",
    { targetState: "paused" },
    one("targetState", 'Expected `targetState` to be "running" or "stopped", got "paused"'),
  ),
  badInstance(
    "arguments with ssh",
    { runtype: "ssh", args: ["hunter2"] },
    one("", '`args` needs `runtype` "args", but it is "ssh"'),
  ),
  badInstance(
    "arguments in two ways",
    { args: ["a"], argsStr: "b" },
    one("", "`args` and `argsStr` are given: they say the same thing in two ways. Drop one"),
  ),
  badInstance(
    "arguments as text",
    { args: "a b hunter2" },
    one("", "Expected `args` to be a list, got text"),
  ),
  badInstance(
    "an argument that is no text",
    { args: ["a", 2] },
    one("", "Expected `args[1]` to be text, got a number"),
  ),
  badInstance("jupyter options without jupyter", { useJupyterLab: true, jupyterDir: "/work" }, [
    {
      property: "useJupyterLab",
      reason: `\`useJupyterLab\` needs \`runtype\` ${JUPYTER}, but \`runtype\` "ssh" is the default`,
    },
    {
      property: "jupyterDir",
      reason: `\`jupyterDir\` needs \`runtype\` ${JUPYTER}, but \`runtype\` "ssh" is the default`,
    },
  ]),
  badInstance(
    "jupyter options with direct ssh",
    { runtype: "ssh_direct", useJupyterLab: true },
    one("useJupyterLab", `\`useJupyterLab\` needs \`runtype\` ${JUPYTER}, but it is "ssh_direct"`),
  ),
  badInstance(
    "registry login of another form",
    { imageLogin: "robot:hunter2@r.example.com" },
    one("", "Expected `imageLogin` to have the form `-u <user> -p <token> <registry>`, got text"),
  ),
  badInstance(
    "registry login without registry",
    { imageLogin: "-u robot -p hunter2" },
    one("", "Expected `imageLogin` to have the form `-u <user> -p <token> <registry>`, got text"),
  ),
  badInstance(
    "a volume to create",
    { volumeInfo: { createNew: true, volumeId: 5, mountPath: "/data", size: 10 } },
    [
      {
        property: "volumeInfo.createNew",
        reason:
          "`volumeInfo.createNew` is not supported: a volume created with a machine could be neither tracked nor deleted, " +
          "and would keep billing. Create the volume first, and link it by its `volumeId`",
      },
      { property: "volumeInfo.size", reason: "`volumeInfo.size` is not an argument" },
    ],
  ),
  badInstance("a volume half given", { volumeInfo: { mountPath: "data" } }, [
    {
      property: "volumeInfo.mountPath",
      reason: 'Expected `volumeInfo.mountPath` to be an absolute path, got "data"',
    },
    { property: "volumeInfo.volumeId", reason: "`volumeInfo.volumeId` is required" },
  ]),
  badInstance("a virtual machine with arguments", { vm: true, runtype: "args", args: ["x"] }, [
    {
      property: "",
      reason: "`args` is given, but `vm` is true: a virtual machine has no entrypoint to pass it to",
    },
    {
      property: "runtype",
      reason: '`runtype` is "args", but `vm` is true: a virtual machine is accessed by SSH',
    },
  ]),
  badInstance(
    "ports of every wrong form",
    {
      ports: [
        "8080",
        8080,
        "80:80/sctp",
        "0:80",
        "99999:80",
        "80:80",
        "80:81/tcp",
        "70001:70001",
        "70001:80",
      ],
    },
    [
      {
        property: "ports[0]",
        reason: `Expected \`ports[0]\` ${PORT_RULE}, got "8080". For port 8080 write "8080:8080"`,
      },
      {
        property: "ports[1]",
        reason: `Expected \`ports[1]\` ${PORT_RULE}, got 8080. For port 8080 write "8080:8080"`,
      },
      { property: "ports[2]", reason: `Expected \`ports[2]\` ${PORT_RULE}, got "80:80/sctp"` },
      {
        property: "ports[3]",
        reason:
          'Expected `ports[3]` to map ports from 1 to 65535, or a port from 70000 to 99999 to itself, got "0:80"',
      },
      {
        property: "ports[4]",
        reason:
          'Expected `ports[4]` to map ports from 1 to 65535, or a port from 70000 to 99999 to itself, got "99999:80"',
      },
      { property: "ports[6]", reason: "`ports[6]` maps the host port 80/tcp again, after `ports[5]`" },
      {
        property: "ports[8]",
        reason:
          'Expected `ports[8]` to map ports from 1 to 65535, or a port from 70000 to 99999 to itself, got "70001:80"',
      },
    ],
  ),
  badInstance(
    "too many ports",
    { ports: Array.from({ length: 65 }, (_, index) => `${8000 + index}:${8000 + index}`) },
    one("ports", "Expected `ports` to hold at most 64 ports, got 65"),
  ),
  badInstance(
    "ports as text",
    { ports: "80:80" },
    one("ports", 'Expected `ports` to be a list of port mappings, got "80:80"'),
  ),
  badInstance(
    "a variable too long",
    { env: { TOKEN: "hunter2".repeat(40) } },
    one("", "Expected `env.TOKEN` to be at most 256 characters with its name, got 286"),
  ),
  badInstance(
    "waiting for ports of which there are none",
    { launch: { waitFor: "ports" } },
    one(
      "launch.waitFor",
      '`launch.waitFor` is "ports", but no port is requested: give `ports`, or a direct `runtype`',
    ),
  ),
  badInstance(
    "waiting for ports of a stopped machine",
    { ports: ["80:80"], targetState: "stopped", launch: { waitFor: "ports" } },
    one(
      "launch.waitFor",
      '`launch.waitFor` is "ports", but `targetState` is "stopped": a stopped machine publishes none',
    ),
  ),
  badInstance(
    "arguments too long with the space between them",
    { args: ["a".repeat(2048), "b".repeat(2048)] },
    one("", "Expected `args` to be at most 4096 characters as sent, got 4097"),
  ),
  badInstance(
    "commands too long together",
    { args: ["a".repeat(100)], onstart: "#".repeat(4000) },
    one("", "Expected `args` and `onstart` to be at most 4096 characters together, as sent, got 4100"),
  ),
  badInstance("the service's own spelling", { max_hourly_price_usd: 1, image_login: "hunter2" }, [
    { property: "", reason: "`max_hourly_price_usd` is not an argument. Did you mean `maxHourlyPriceUsd`?" },
    { property: "", reason: "`image_login` is not an argument. Did you mean `imageLogin`?" },
  ]),
  badInstance(
    "a command too long by itself",
    { argsStr: "a".repeat(4097) },
    one("", "Expected `argsStr` to be at most 4096 characters as sent, got 4097"),
  ),
];
