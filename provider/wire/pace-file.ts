import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LockOptions } from "proper-lockfile";
import type { SharedText } from "./pace-share";

/** The least that the library accepts. A holder that died is detected after this many ms; the wait is a little longer. */
const STALE_MS = 2_000;
const LOCK_OPTIONS: LockOptions = {
  realpath: false,
  stale: STALE_MS,
  // More than two stale times in all. Short waits: the lock is held for a few file operations only.
  retries: { retries: 60, factor: 1.3, minTimeout: 4, maxTimeout: 100, randomize: true },
  // A delayed process was taken for dead: what both wrote is right except for one start.
  onCompromised: () => undefined,
};

/** A file not written for this long was left by a test or an account no longer used, in ms. */
const LEFT_MS = 7 * 24 * 3_600_000;

export interface PaceFileOptions {
  /** Folders to keep the file in, best first; created where missing. */
  readonly folders: readonly string[];
  /** Texts that processes must have in common to share the file. Only their hash is written anywhere. */
  readonly shared: readonly string[];
  /** The user's number; undefined where the system has none. */
  readonly uid: number | undefined;
  /** The machine's time in ms since the epoch. */
  readonly now: () => number;
}

/**
 * A small file that all processes of one user on this machine share. Once it cannot be written, or its lock cannot be acquired
 * for some seconds, this process continues without it.
 */
export class PaceFile implements SharedText {
  private readonly name: string;
  private path: Promise<string | undefined> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private isUnusable = false;
  private writes = 0;

  constructor(private readonly options: PaceFileOptions) {
    this.name = `pace-${createHash("sha256").update(JSON.stringify(options.shared)).digest("hex").slice(0, 32)}.json`;
  }

  async read(): Promise<string | undefined> {
    const path = await this.find();
    if (path === undefined) return undefined;
    try {
      return await readFile(path, "utf8");
    } catch {
      return undefined; // nobody has written it yet
    }
  }

  async change(edit: (text: string | undefined) => string | undefined): Promise<boolean> {
    // One at a time within the process: the lock would make its own lanes wait for each other by retrying.
    const mine = this.last.then(async () => this.changeNow(edit));
    this.last = mine;
    return mine;
  }

  private async changeNow(edit: (text: string | undefined) => string | undefined): Promise<boolean> {
    const path = await this.find();
    if (path === undefined) return false;
    try {
      const { lock } = await import("proper-lockfile");
      const unlock = await lock(path, LOCK_OPTIONS);
      try {
        const text = edit(await this.read());
        if (text !== undefined) await this.write(path, text);
      } finally {
        await unlock().catch(() => undefined); // taken over, or gone with its folder
      }
      return true;
    } catch {
      this.isUnusable = true;
      return false;
    }
  }

  /** Whole or not at all, for those who read without the lock. */
  private async write(path: string, text: string): Promise<void> {
    this.writes += 1;
    const draft = `${path}.${String(process.pid)}-${String(this.writes)}`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, path);
  }

  private async find(): Promise<string | undefined> {
    if (this.isUnusable) return undefined;
    this.path ??= this.choose();
    return this.path;
  }

  private async choose(): Promise<string | undefined> {
    for (const folder of this.options.folders) {
      if (await isOurs(folder, this.options.uid)) {
        void clear(folder, this.options.now() - LEFT_MS);
        return join(folder, this.name);
      }
    }
    return undefined;
  }
}

/** Whether the folder is there, and nobody else can write, read or replace it. */
async function isOurs(folder: string, uid: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined); // there already, or the next line says what is wrong
    const facts = await lstat(folder);
    return facts.isDirectory() && (uid === undefined || (facts.uid === uid && (facts.mode & 0o077) === 0));
  } catch {
    return false;
  }
}

/** Removes what nobody has used since `before`. */
async function clear(folder: string, before: number): Promise<void> {
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const { mtimeMs } = await lstat(path);
      if (mtimeMs < before) await rm(path, { recursive: true, force: true });
    }
  } catch {
    return; // another process removes it as well, or nobody may
  }
}
