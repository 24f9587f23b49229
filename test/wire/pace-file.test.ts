import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaceFile, type PaceFileOptions } from "../../provider/wire/pace-file";

const KEY = "key-0123456789abcdef";
const OURS = process.getuid?.();
const NOW = Date.now();

let box = "";
beforeEach(() => {
  box = mkdtempSync(join(tmpdir(), "pace-file-"));
});
afterEach(() => rmSync(box, { recursive: true, force: true }));

function fileIn(folders: readonly string[], more: Partial<PaceFileOptions> = {}): PaceFile {
  return new PaceFile({
    folders,
    shared: ["https://gpu.test", KEY, "1"],
    uid: OURS,
    now: () => NOW,
    ...more,
  });
}

/** What is in the folder, but for drafts and locks. */
function pathIn(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".json")) ?? "none");
}

test("what one process writes another reads, and nobody else; the key is nowhere", async () => {
  const folder = join(box, "pulumi-vastai");
  expect(await fileIn([folder]).change((text) => `${text ?? "new"}!`)).toBe(true);
  expect(await fileIn([folder]).change((text) => `${text ?? "new"}!`)).toBe(true);
  expect(await fileIn([folder]).read()).toBe("new!!");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(pathIn(folder)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(readdirSync(folder).join()).not.toContain(KEY);
});

test("other accounts, deployments and time scales have files of their own", async () => {
  const folder = join(box, "pulumi-vastai");
  for (const shared of [
    ["a", "key", "1"],
    ["b", "key", "1"],
    ["a", "other", "1"],
    ["a", "key", "0.1"],
  ]) {
    await fileIn([folder], { shared }).change(() => shared.join());
  }
  expect(readdirSync(folder)).toHaveLength(4);
});

test("simultaneous changes are made one after another", async () => {
  const folder = join(box, "pulumi-vastai");
  const files = [fileIn([folder]), fileIn([folder]), fileIn([folder])];
  const changes = [0, 1, 2, 3].flatMap(() => files.map((file) => file.change((text = "") => `${text}x`)));
  expect(new Set(await Promise.all(changes))).toEqual(new Set([true]));
  expect(await fileIn([folder]).read()).toBe("x".repeat(12));
});

test("a change that leaves the text as it is writes nothing", async () => {
  const folder = join(box, "pulumi-vastai");
  expect(await fileIn([folder]).change(() => undefined)).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ["below a file", () => join(box, "file", "below")],
  ["where its parent is missing", () => join(box, "missing", "below")],
  ["that everybody may write", () => shared(0o777)],
  ["that others may read", () => shared(0o755)],
  ["that is a link to another", () => linked()],
  ["that is a file", () => join(box, "file")],
])("a folder %s is not used, but the next one", async (_what, folderOf) => {
  writeFileSync(join(box, "file"), "");
  const folder = folderOf();
  const next = join(box, "next");
  expect(await fileIn([folder]).change(() => "text")).toBe(false);
  expect(await fileIn([folder]).read()).toBeUndefined();
  expect(await fileIn([folder, next]).change(() => "text")).toBe(true);
  expect(readdirSync(next)).toHaveLength(1);
});

function shared(mode: number): string {
  const folder = join(box, "shared");
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

function linked(): string {
  mkdirSync(join(box, "target"), { mode: 0o700 });
  symlinkSync(join(box, "target"), join(box, "link"));
  return join(box, "link");
}

test("a folder of another user is not used", async () => {
  const folder = join(box, "pulumi-vastai");
  mkdirSync(folder, { mode: 0o700 });
  expect(await fileIn([folder], { uid: (OURS ?? 0) + 1 }).change(() => "text")).toBe(false);
  expect(await fileIn([folder], { uid: OURS }).change(() => "text")).toBe(true);
});

test("a folder that goes away is not written to again, and nothing is thrown", async () => {
  const folder = join(box, "pulumi-vastai");
  const file = fileIn([folder]);
  expect(await file.change(() => "text")).toBe(true);
  rmSync(folder, { recursive: true });
  expect(await file.change(() => "text")).toBe(false);
  expect(await file.read()).toBeUndefined();
  expect(existsSync(folder)).toBe(false);
});

test("the lock of a process that was killed while it held it is taken over", async () => {
  const folder = join(box, "pulumi-vastai");
  await fileIn([folder]).change(() => "text");
  const path = pathIn(folder);
  const script = `require("proper-lockfile").lock(${JSON.stringify(path)}).then(() => process.kill(process.pid, "SIGKILL"))`;
  expect(spawnSync(process.execPath, ["-e", script], { cwd: __dirname }).signal).toBe("SIGKILL");
  expect(existsSync(`${path}.lock`)).toBe(true);
  // As if it had died three seconds ago.
  utimesSync(`${path}.lock`, new Date(NOW - 3_000), new Date(NOW - 3_000));
  expect(await fileIn([folder]).change((text) => `${text ?? ""} of the next`)).toBe(true);
  expect(await fileIn([folder]).read()).toBe("text of the next");
  expect(existsSync(`${path}.lock`)).toBe(false);
});

test("what nobody has used for a week is taken away", async () => {
  const folder = join(box, "pulumi-vastai");
  await fileIn([folder]).change(() => "text");
  const path = pathIn(folder);
  const longAgo = new Date(NOW - 8 * 24 * 3_600_000);
  utimesSync(path, longAgo, longAgo);
  const other = fileIn([folder], { shared: ["another"] });
  for (let round = 0; round < 5 && existsSync(path); round += 1) await other.change(() => "text");
  expect(existsSync(path)).toBe(false);
});
