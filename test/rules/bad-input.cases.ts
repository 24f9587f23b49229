import type { CheckFailure } from "../../provider/rules/check-failure";

/** One set of arguments with mistakes, and everything that `check` says of it, in order. */
export interface BadInput {
  readonly resource: "Template" | "Instance";
  readonly title: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly failures: readonly CheckFailure[];
}

const search = { filters: { gpuName: ["RTX 4090"] } };
const bidSearch = { ...search, type: "bid" };
/** An instance without mistakes, to which a row adds its own. */
const instance = { image: "acme/trainer:1", search };
/** A template without mistakes; `name` has a default. */
const template = { image: "acme/trainer" };

const PORT_RULE = 'to be "host:container" or "host:container/udp"';
const JUPYTER = '"jupyter", "jupyter_proxy" or "jupyter_direct"';
const ALL_RUNTYPES =
  '"ssh", "jupyter", "args", "ssh_proxy", "ssh_direct", "jupyter_proxy" or "jupyter_direct"';

const one = (property: string, reason: string): readonly CheckFailure[] => [{ property, reason }];

function badTemplate(title: string, args: object, failures: readonly CheckFailure[]): BadInput {
  return { resource: "Template", title, args: { ...template, ...args }, failures };
}

function badInstance(title: string, args: object, failures: readonly CheckFailure[]): BadInput {
  return { resource: "Instance", title, args: { ...instance, ...args }, failures };
}

/**
 * Mistakes in arguments with the exact messages, as data: the rules are held to it, and so is the provider behind the
 * engine. "hunter2" stands for a secret and is in no message.
 */
export const BAD_INPUTS: readonly BadInput[] = [
  badTemplate("no image", { image: undefined }, one("image", "`image` is required")),
  badTemplate("image null", { image: null }, one("image", "`image` is required")),
  badTemplate("image empty", { image: " " }, one("image", "Expected `image` not to be empty")),
  badTemplate("image a number", { image: 7 }, one("image", "Expected `image` to be text, got 7")),
  badTemplate(
    "image with a scheme",
    { image: "https://hub.example.com/acme/x" },
    one(
      "image",
      'Expected `image` to be an image name without a scheme, got "https://hub.example.com/acme/x"',
    ),
  ),
  badTemplate(
    "image with white space",
    { image: "acme/x :1" },
    one("image", 'Expected `image` to be an image name without white space, got "acme/x :1"'),
  ),
  badTemplate(
    "image too long",
    { image: "x".repeat(1025) },
    one("image", "Expected `image` to be at most 1024 characters, got 1025"),
  ),
  badTemplate(
    "name too long",
    { name: "n".repeat(201) },
    one("name", "Expected `name` to be at most 200 characters, got 201"),
  ),
  badTemplate("name empty", { name: "" }, one("name", "Expected `name` not to be empty")),
  badTemplate(
    "tag twice",
    { image: "acme/x:1.0", tag: "2.0" },
    one("tag", '`tag` is given, but `image` carries the tag "1.0" already: keep one of the two'),
  ),
  badTemplate(
    "tag beside a digest",
    { image: `acme/x@sha256:${"0".repeat(64)}`, tag: "2.0" },
    one("tag", "`tag` is given, but `image` carries a digest already: keep one of the two"),
  ),
  badTemplate(
    "tag with a path",
    { tag: "acme/x:1" },
    one("tag", 'Expected `tag` to be a tag alone, got "acme/x:1"'),
  ),
  badTemplate(
    "unknown runtype",
    { runtype: "ssh_direct" },
    one("runtype", 'Expected `runtype` to be "ssh", "jupyter" or "args", got "ssh_direct"'),
  ),
  badTemplate(
    "misspelt argument",
    { onStart: "echo hunter2" },
    one("", "`onStart` is not an argument. Did you mean `onstart`?"),
  ),
  badTemplate(
    "the service's own spelling",
    { recommended_disk_space: 40 },
    one("", "`recommended_disk_space` is not an argument. Did you mean `recommendedDiskSpace`?"),
  ),
  badTemplate("an argument like no other", { zzz: 1 }, one("", "`zzz` is not an argument")),
  badTemplate(
    "disk too small",
    { recommendedDiskSpace: 4 },
    one("recommendedDiskSpace", "Expected `recommendedDiskSpace` to be at least 8 GB, got 4"),
  ),
  badTemplate(
    "disk as text",
    { recommendedDiskSpace: "40" },
    one("recommendedDiskSpace", 'Expected `recommendedDiskSpace` to be a number, got "40"'),
  ),
  badTemplate(
    "private as text",
    { private: "yes" },
    one("private", 'Expected `private` to be true or false, got "yes"'),
  ),
  badTemplate(
    "public with a registry password",
    { private: false, dockerLoginRepo: "r.example.com", dockerLoginUser: "u", dockerLoginPass: "hunter2" },
    one(
      "private",
      "`private` is false, but `dockerLoginPass` is given: everybody could use the registry password of a public " +
        "template. Drop the password, or make the template private",
    ),
  ),
  badTemplate("registry password alone", { dockerLoginPass: "hunter2" }, [
    {
      property: "dockerLoginRepo",
      reason: "`dockerLoginRepo` is missing: it goes together with `dockerLoginUser` and `dockerLoginPass`",
    },
    {
      property: "",
      reason: "`dockerLoginUser` is missing: it goes together with `dockerLoginRepo` and `dockerLoginPass`",
    },
  ]),
  badTemplate(
    "registry without password",
    { dockerLoginRepo: "r.example.com", dockerLoginUser: "u", dockerLoginPass: "" },
    one("", "`dockerLoginPass` is missing: it goes together with `dockerLoginRepo` and `dockerLoginUser`"),
  ),
  badTemplate(
    "registry password a list",
    { dockerLoginRepo: "r.example.com", dockerLoginUser: "u", dockerLoginPass: ["hunter2"] },
    one("", "Expected `dockerLoginPass` to be text, got a list"),
  ),
  badTemplate(
    "variable name with the value in it",
    { env: { "HF_TOKEN=hunter2": "" } },
    one(
      "",
      'Expected every name in `env` to match [A-Za-z_][A-Za-z0-9_]*, but the one that begins "HF_TOKEN" does not',
    ),
  ),
  badTemplate(
    "variable a number",
    { env: { RANK: 4 } },
    one("", "Expected `env.RANK` to be text, got a number"),
  ),
  badTemplate(
    "env as flags",
    { env: "-e A=hunter2" },
    one("", "Expected `env` to be a map of variable names to text, got text"),
  ),
  badTemplate(
    "env too large",
    { env: { A: "x".repeat(33_000) } },
    one("", "Expected `env` to be at most 32768 characters in all, got 33002"),
  ),
  badTemplate(
    "port in env",
    { env: { "-p 8080:80": "1" } },
    one("", '`env` holds a port mapping: give it in `ports`, as "host:container"'),
  ),
  badTemplate(
    "another flag in env",
    { env: { "-h box": "1" } },
    one("", "`env` holds a docker flag: `env` takes variable names and values only"),
  ),
  badTemplate(
    "variable in docker options",
    { dockerOptions: "--shm-size=8g -e TOKEN=hunter2" },
    one("", "Expected `dockerOptions` to hold no `-e`: give variables in `env`, got text"),
  ),
  badTemplate(
    "port in docker options",
    { dockerOptions: "-p 80:80" },
    one("", "Expected `dockerOptions` to hold no `-p`: give ports in `ports`, got text"),
  ),
  badTemplate("ssh flags with the default runtype", { useSsh: true, sshDirect: true }, [
    {
      property: "sshDirect",
      reason: '`sshDirect` needs `runtype` "ssh" or "jupyter", but `runtype` "args" (the default) is asked',
    },
    {
      property: "useSsh",
      reason: '`useSsh` needs `runtype` "ssh" or "jupyter", but `runtype` "args" (the default) is asked',
    },
  ]),
  badTemplate(
    "jupyter flags with ssh",
    { runtype: "ssh", jupDirect: true, useJupyterLab: true, jupyterDir: "/work" },
    [
      {
        property: "jupDirect",
        reason: '`jupDirect` needs `runtype` "jupyter", but `runtype` "ssh" is asked',
      },
      {
        property: "useJupyterLab",
        reason: '`useJupyterLab` needs `runtype` "jupyter", but `runtype` "ssh" is asked',
      },
      {
        property: "jupyterDir",
        reason: '`jupyterDir` needs `runtype` "jupyter", but `runtype` "ssh" is asked',
      },
    ],
  ),
  badTemplate(
    "ssh without ssh",
    { runtype: "ssh", useSsh: false },
    one("useSsh", '`useSsh` is false, but `runtype` "ssh" always has SSH access: leave one of the two out'),
  ),
  badTemplate(
    "command with jupyter",
    { runtype: "jupyter", argsStr: "train hunter2" },
    one("", '`argsStr` needs `runtype` "args", but `runtype` "jupyter" is asked'),
  ),
  badTemplate(
    "link that is none",
    { href: "hub.example.com/x" },
    one("href", 'Expected `href` to be an http or https link, got "hub.example.com/x"'),
  ),
  badTemplate(
    "volume hint as text",
    { volumeInfo: "v" },
    one("volumeInfo", 'Expected `volumeInfo` to be an object, got "v"'),
  ),
  badTemplate(
    "readme too long",
    { readme: "r".repeat(100_001) },
    one("readme", "Expected `readme` to be at most 100000 characters, got 100001"),
  ),
  badTemplate(
    "everything at once",
    { image: "", tag: 3, ports: ["x"], recommendedDiskSpace: 1, private: 1, desk: "?" },
    [
      { property: "image", reason: "Expected `image` not to be empty" },
      { property: "tag", reason: "Expected `tag` to be text, got 3" },
      { property: "ports[0]", reason: `Expected \`ports[0]\` ${PORT_RULE}, got "x"` },
      {
        property: "recommendedDiskSpace",
        reason: "Expected `recommendedDiskSpace` to be at least 8 GB, got 1",
      },
      { property: "private", reason: "Expected `private` to be true or false, got 1" },
      { property: "", reason: "`desk` is not an argument. Did you mean `desc`?" },
    ],
  ),

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
    "nowhere to rent",
    { search: undefined },
    one("search", "Nothing says where to rent: give `search`, or `offerIds` as from `getOffers`"),
  ),
  badInstance(
    "search and offers",
    { offerIds: [1] },
    one("offerIds", "`search` and `offerIds` are given: exactly one of the two says where to rent. Drop one"),
  ),
  badInstance(
    "no offers",
    { search: undefined, offerIds: [] },
    one("offerIds", "Expected `offerIds` not to be empty"),
  ),
  badInstance("offers that are none", { search: undefined, offerIds: [7, 0, "8", 1.5, 7] }, [
    { property: "offerIds[1]", reason: "Expected `offerIds[1]` to be at least 1, got 0" },
    { property: "offerIds[2]", reason: 'Expected `offerIds[2]` to be a whole number, got "8"' },
    { property: "offerIds[3]", reason: "Expected `offerIds[3]` to be a whole number, got 1.5" },
    { property: "offerIds[4]", reason: "`offerIds[4]` names offer 7 again, after `offerIds[0]`" },
  ]),
  badInstance("no query", { search: [] }, one("search", "Expected `search` to hold at least one query")),
  badInstance(
    "bid and on-demand mixed",
    { search: [search, bidSearch], price: 0.2 },
    one(
      "search[1].type",
      '`search[1]` searches "bid" offers and `search[0]` "ondemand" ones: an instance is either interruptible or not, ' +
        "so give all queries one `type`",
    ),
  ),
  badInstance(
    "bid search without price",
    { search: bidSearch },
    one("price", '`search` asks for `type: "bid"`, which needs `price`, the bid in $/h'),
  ),
  badInstance(
    "price without bid search",
    { price: 0.2 },
    one(
      "price",
      '`price` is a bid, but `search` asks for on-demand offers: drop it, or search with `type: "bid"`. The most that ' +
        "may be paid is `maxHourlyPriceUsd`",
    ),
  ),
  badInstance(
    "price too low",
    { search: bidSearch, price: 0 },
    one("price", "Expected `price` to be between 0.001 and 128 $/h, got 0"),
  ),
  badInstance(
    "price too high",
    { search: bidSearch, price: 129 },
    one("price", "Expected `price` to be between 0.001 and 128 $/h, got 129"),
  ),
  badInstance(
    "price above the limit",
    { search: bidSearch, price: 2, maxHourlyPriceUsd: 1 },
    one("price", "Expected `price` to be at most `maxHourlyPriceUsd`, which is 1 $/h, got 2"),
  ),
  badInstance(
    "limit of nothing",
    { maxHourlyPriceUsd: 0 },
    one("maxHourlyPriceUsd", "Expected `maxHourlyPriceUsd` to be above 0, got 0"),
  ),
  badInstance(
    "limit not a number",
    { maxHourlyPriceUsd: Number.NaN },
    one("maxHourlyPriceUsd", "Expected `maxHourlyPriceUsd` to be a number, got NaN"),
  ),
  badInstance("disk too small", { disk: 4 }, one("disk", "Expected `disk` to be at least 8 GB, got 4")),
  badInstance("disk as text", { disk: "40" }, one("disk", 'Expected `disk` to be a number, got "40"')),
  badInstance(
    "label too long",
    { label: "l".repeat(257) },
    one("label", "Expected `label` to be at most 256 characters, got 257"),
  ),
  badInstance("label empty", { label: "" }, one("label", "Expected `label` not to be empty")),
  badInstance(
    "label like a launch token",
    { label: "x-pvai-0123456789ab-0123456789.1" },
    one(
      "label",
      'Expected `label` not to end like a launch token of this provider, got "x-pvai-0123456789ab-0123456789.1"',
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
          "and would bill on. Create the volume first, and link it by its `volumeId`",
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
      reason: '`runtype` is "args", but `vm` is true: a virtual machine is entered by SSH',
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
      '`launch.waitFor` is "ports", but no port is asked for: give `ports`, or a direct `runtype`',
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
    "launch options out of range",
    { launch: { attempts: 0, loadTimeoutSeconds: 10, waitFor: "ssh", ignoreOrphan: true } },
    [
      { property: "launch.attempts", reason: "Expected `launch.attempts` to be between 1 and 20, got 0" },
      {
        property: "launch.loadTimeoutSeconds",
        reason: "Expected `launch.loadTimeoutSeconds` to be between 30 and 86400 seconds, got 10",
      },
      {
        property: "launch.waitFor",
        reason: 'Expected `launch.waitFor` to be "running", "ports" or "none", got "ssh"',
      },
      {
        property: "launch.ignoreOrphan",
        reason: "`launch.ignoreOrphan` is not an argument. Did you mean `launch.ignoreOrphans`?",
      },
    ],
  ),
  badInstance(
    "half an attempt",
    { launch: { attempts: 2.5 } },
    one("launch.attempts", "Expected `launch.attempts` to be a whole number, got 2.5"),
  ),
  badInstance(
    "launch as a list",
    { launch: [] },
    one("launch", "Expected `launch` to be an object, got a list"),
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
    "everything at once",
    { image: 1, disk: 4, price: "0.2", vm: "yes", user: "", cancelUnavail: 1, force: "no" },
    [
      { property: "image", reason: "Expected `image` to be text, got 1" },
      { property: "disk", reason: "Expected `disk` to be at least 8 GB, got 4" },
      { property: "price", reason: 'Expected `price` to be a number, got "0.2"' },
      { property: "vm", reason: 'Expected `vm` to be true or false, got "yes"' },
      { property: "user", reason: "Expected `user` not to be empty" },
      { property: "cancelUnavail", reason: "Expected `cancelUnavail` to be true or false, got 1" },
      { property: "force", reason: 'Expected `force` to be true or false, got "no"' },
    ],
  ),
];
