import type { Arguments, ChangeRow } from "./change-row";

/** Linked volumes of the account, and the machines that hold them. */
export const VOLUMES = [
  { id: 71, machineId: 10_001 },
  { id: 72, machineId: 10_002 },
  { id: 73, machineId: 10_003 },
] as const;

const ARGS: Arguments = { runtype: "args" };
const JUPYTER: Arguments = { runtype: "jupyter" };
const ON = (machineId: number): Arguments => ({ search: { filters: { numGpus: 1, machineId } } });
const LINKED = (volumeId: number): Arguments => ({ volumeInfo: { volumeId, mountPath: "/data" } });

/** Made with the machine and never again: what else is needed, a value, another value. */
const CONTENT: readonly (readonly [string, Arguments, unknown, unknown])[] = [
  ["env", {}, { A: "1" }, { A: "2" }],
  ["ports", {}, ["8080:80"], ["8081:80"]],
  ["onstart", {}, "echo one", "echo two"],
  ["runtype", {}, "ssh_direct", "jupyter_direct"],
  ["args", ARGS, ["--one"], ["--two"]],
  ["argsStr", ARGS, "--one", "--two"],
  ["useJupyterLab", JUPYTER, true, false],
  ["jupyterDir", JUPYTER, "/one", "/two"],
  ["pythonUtf8", {}, true, false],
  ["langUtf8", {}, true, false],
  ["user", {}, "one", "two"],
  ["imageLogin", {}, "-u one -p aaaa registry.example.com", "-u two -p bbbb registry.example.com"],
  ["vm", {}, true, false],
];

const contentRows = CONTENT.flatMap(([name, more, one, two]): ChangeRow[] => [
  { edit: `${name} is set`, before: more, after: { ...more, [name]: one }, verdict: "replace", says: name },
  {
    edit: `${name} is changed`,
    before: { ...more, [name]: one },
    after: { ...more, [name]: two },
    verdict: "replace",
    says: `${name}: `,
  },
  {
    edit: `${name} is removed`,
    before: { ...more, [name]: one },
    after: more,
    verdict: "replace",
    says: name,
  },
]);

/** Edits of what runs on the machine. */
export const CONTENT_ROWS: readonly ChangeRow[] = [
  { edit: "nothing is edited", verdict: "same", onCli: true },
  {
    edit: "the image is changed",
    after: { image: "acme/two" },
    verdict: "replace",
    says: 'image: "acme/one" when the machine was rented, "acme/two" now',
    onCli: true,
  },
  {
    edit: "the image is not known yet, and then the same",
    after: { image: { $late: "acme/one" } },
    verdict: "replace",
    up: "same",
    says: "image: the new value is not known yet",
    onCli: true,
  },
  ...contentRows,
  {
    edit: "a volume is linked",
    before: ON(10_001),
    after: { ...ON(10_001), ...LINKED(71) },
    verdict: "replace, deleting first",
    says: "volumeInfo: changed",
    onCli: true,
  },
  {
    edit: "a volume is no longer linked",
    before: { ...ON(10_002), ...LINKED(72) },
    after: ON(10_002),
    verdict: "replace, deleting first",
    says: "volumeInfo: changed",
  },
  {
    edit: "something else is edited while a volume is linked",
    before: { ...ON(10_003), ...LINKED(73) },
    after: { ...ON(10_003), ...LINKED(73), user: "root" },
    verdict: "replace, deleting first",
    says: "user",
  },

  {
    edit: "the disk grows",
    before: { disk: 10 },
    after: { disk: 20 },
    verdict: "replace",
    says: "disk: the rented machine has 10 GB, 20 GB is requested now",
  },
  {
    edit: "the disk is left to the default, which differs",
    before: { disk: 20 },
    after: {},
    verdict: "replace",
    says: "disk: the rented machine has 20 GB, 8 GB is requested now",
  },
  { edit: "the disk is spelled out as it was rented", after: { disk: 8 }, verdict: "update" },
  { edit: "the disk is no longer spelled out", before: { disk: 8 }, verdict: "update" },
  {
    edit: "a disk that the service shows as a little more",
    before: { disk: 10 },
    after: { disk: 10 },
    verdict: "same",
  },
];
