import { badTemplate, one } from "./bad-input-rows";
import type { BadInput } from "./bad-input";

const PORT_RULE = 'to be "host:container" or "host:container/udp"';

/** Mistakes in templates. */
export const BAD_TEMPLATES: readonly BadInput[] = [
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
  badTemplate(
    "name a list longer than a name may be",
    { name: Array.from({ length: 201 }, () => "n") },
    one("name", "Expected `name` to be text, got a list"),
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
      'Expected every name in `env` to match [A-Za-z_][A-Za-z0-9_]*, but the one that starts with "HF_TOKEN" does not',
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
    one("", "Expected `env` to be an object of variable names and their values, got text"),
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
    "variable without a value in docker options",
    { dockerOptions: "--shm-size=8g -e HUNTER2" },
    one("", "Expected `dockerOptions` to hold no `-e`: give variables in `env`, got text"),
  ),
  badTemplate(
    "long flag of a variable without a value in docker options",
    { dockerOptions: "--env=HUNTER2" },
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
      reason:
        '`sshDirect` needs `runtype` "ssh" or "jupyter", but `runtype` "args" (the default) is requested',
    },
    {
      property: "useSsh",
      reason: '`useSsh` needs `runtype` "ssh" or "jupyter", but `runtype` "args" (the default) is requested',
    },
  ]),
  badTemplate(
    "jupyter flags with ssh",
    { runtype: "ssh", jupDirect: true, useJupyterLab: true, jupyterDir: "/work" },
    [
      {
        property: "jupDirect",
        reason: '`jupDirect` needs `runtype` "jupyter", but `runtype` "ssh" is requested',
      },
      {
        property: "useJupyterLab",
        reason: '`useJupyterLab` needs `runtype` "jupyter", but `runtype` "ssh" is requested',
      },
      {
        property: "jupyterDir",
        reason: '`jupyterDir` needs `runtype` "jupyter", but `runtype` "ssh" is requested',
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
    one("", '`argsStr` needs `runtype` "args", but `runtype` "jupyter" is requested'),
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
  badTemplate("filters with several mistakes", { extraFilters: { gpuRam: { gte: 24 }, gpu_nam: 1 } }, [
    {
      property: "extraFilters.gpuRam.gte",
      reason: "Expected `extraFilters.gpuRam.gte` to be in MB, got 24: 24 means 24 MB; for 24 GB write 24000",
    },
    {
      property: "extraFilters.gpu_nam",
      reason: "`extraFilters.gpu_nam` is not a field of an offer. Did you mean `gpuName`?",
    },
  ]),
  badTemplate(
    "docker options with an open quote",
    { dockerOptions: "--label 'hunter2" },
    one("", "Expected `dockerOptions` to be a command line, but a single quote is not closed, got text"),
  ),
];
