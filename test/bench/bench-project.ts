import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const REPOSITORY = resolve(__dirname, "..", "..");

/** As constant as ours, so that only the work behind it differs. */
export const NOTHING_HAND_OVER = 'exports.handler = () => require("bench-nothing").Nothing;';

/** A provider that takes what it is given. A create that carries `hold` never ends. */
const NOTHING = `
let made = 0;
exports.Nothing = {
  check: async (olds, news) => ({ inputs: news, failures: [] }),
  diff: async () => ({ changes: false }),
  create: async (inputs) => (process.env.BENCH_HOLD ? new Promise(() => undefined) : { id: "nothing-" + ++made, outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => undefined,
};
`;

/** The do-nothing package, to be put beside a program. */
export function installNothing(projectFolder: string): void {
  const folder = join(projectFolder, "node_modules", "bench-nothing");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.js"), NOTHING);
}

let folder: string | undefined;

/** The folder that provider processes run in: it sees the SDK, this package and the do-nothing one. */
export function benchProject(): string {
  if (folder !== undefined) return folder;
  const made = realpathSync(mkdtempSync(join(tmpdir(), "bench-")));
  mkdirSync(join(made, "node_modules", "@pulumi"), { recursive: true });
  symlinkSync(
    join(REPOSITORY, "node_modules", "@pulumi", "pulumi"),
    join(made, "node_modules", "@pulumi", "pulumi"),
  );
  symlinkSync(REPOSITORY, join(made, "node_modules", "pulumi-vastai"));
  installNothing(made);
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}
