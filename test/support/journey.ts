import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { findPulumiCli } from "./find-pulumi-cli";
import type { Engine } from "./journey-engine";
import { testEngine } from "./journey-test-engine";
import { PulumiCli } from "./pulumi-cli";

export { findPulumiCli } from "./find-pulumi-cli";
export * from "./journey-engine";

/** Milliseconds after which a case has failed, whatever it waits for. */
const CASE_LIMIT_MS = 240_000;
const REPOSITORY = resolve(__dirname, "..", "..");
const LATE_SDK_PARTS = join(__dirname, "engine", "late-sdk-parts.cjs");

/** The plainest project file: a program of JavaScript, run as it is. */
export const PLAIN_PROJECT = "name: journey\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";

/** A program to run, and the world it is to see. */
export interface ProgramOptions {
  /** Files by their path in the project, laid over those of `folder`. Default project file: `PLAIN_PROJECT`. */
  files?: Record<string, string>;
  /** A folder to copy the project from, its node_modules left out. */
  folder?: string;
  /** Becomes `VAST_URL`. */
  emulatorUrl?: string;
  /** Becomes `VAST_API_KEY`. */
  apiKey?: string;
  /** Becomes `VASTAI_TIME_SCALE`. */
  timeScale?: number;
  /** Becomes `VASTAI_PACING`. */
  pacing?: number;
  /** More environment for program and provider. */
  env?: Record<string, string>;
  /** Default `test`. */
  stack?: string;
  /** Whether the project sees this package. Needs a build. Default true. */
  linkPackage?: boolean;
  /** Whether its processes load all of the SDK at their start, as a user's do: for what is measured. Default false. */
  wholeSdk?: boolean;
}

/** A project in a folder of its own, and the engine that runs it. */
export interface Project {
  readonly folder: string;
  readonly engine: Engine;
  /** Writes files of the project. */
  readonly edit: (files: Record<string, string>) => void;
  /** Takes the folder away. */
  readonly close: () => void;
}

/** Opens projects for one engine. */
export type StartProgram = (options: ProgramOptions) => Project;

/** Makes a project for the test engine, or for the CLI where its path is given. */
export function startProgram(options: ProgramOptions, cli?: string): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "journey-")));
  const folder = join(root, "project");
  mkdirSync(folder);
  if (options.folder !== undefined) {
    cpSync(options.folder, folder, {
      recursive: true,
      filter: (source) => !source.split("/").includes("node_modules"),
    });
  }
  const edit = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  if (options.folder === undefined) {
    edit({ "Pulumi.yaml": PLAIN_PROJECT, "package.json": '{ "name": "journey", "main": "index.js" }\n' });
  }
  edit(options.files ?? {});
  linkModules(folder, options.linkPackage ?? true);
  const home = join(root, "home");
  mkdirSync(home);
  const env = journeyEnvironment(options, home);
  const stack = options.stack ?? "test";
  const shared = { projectFolder: folder, stack, organization: "organization" };
  const sdk = options.wholeSdk === true ? {} : { NODE_OPTIONS: `--require "${LATE_SDK_PARTS}"` };
  const engine =
    cli === undefined
      ? testEngine({ ...shared, env: { ...sdk, ...env }, statePath: join(root, "state.json") })
      : new PulumiCli({ ...shared, env, cli, workFolder: root });
  return {
    folder,
    engine,
    edit,
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

/** Nothing of the developer's own settings reaches a journey: not the keys, not the home, not the stack. */
function journeyEnvironment(options: ProgramOptions, home: string): NodeJS.ProcessEnv {
  const { PATH, LANG, TMPDIR } = process.env;
  const settings = {
    VAST_URL: options.emulatorUrl,
    VAST_API_KEY: options.apiKey,
    VASTAI_TIME_SCALE: options.timeScale?.toString(),
    VASTAI_PACING: options.pacing?.toString(),
  };
  const given = Object.entries({ PATH, LANG, TMPDIR, ...settings }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(given), HOME: home, ...options.env };
}

function linkModules(folder: string, linkPackage: boolean): void {
  mkdirSync(join(folder, "node_modules", "@pulumi"), { recursive: true });
  for (const name of ["@pulumi/pulumi", "@types"]) {
    symlinkSync(join(REPOSITORY, "node_modules", name), join(folder, "node_modules", name));
  }
  if (!linkPackage) return;
  if (!existsSync(join(REPOSITORY, "dist", "index.js"))) {
    throw new Error("A journey needs the built package: run `npm run build` first");
  }
  symlinkSync(REPOSITORY, join(folder, "node_modules", "pulumi-vastai"));
}

/** What is to happen in a case. Its projects are taken away after it. */
type Case = (start: StartProgram, kind: Engine["kind"]) => Promise<void>;

/**
 * Registers a case twice: for the test engine, and for the Pulumi CLI where one is found; where none is, the second is
 * skipped and its name says so.
 */
export function forEachEngine(name: string, run: Case): void {
  forTestEngine(name, run);
  forCli(name, run);
}

/** Registers a case for the test engine alone. */
export function forTestEngine(name: string, run: Case): void {
  test(`${name} (test engine)`, withProjects(run, "test engine"), CASE_LIMIT_MS);
}

/** Registers a case for the Pulumi CLI alone, which is skipped by name where none is found. */
export function forCli(name: string, run: Case): void {
  const cli = findPulumiCli();
  if (cli === undefined) test.skip(`${name} (skipped: no Pulumi CLI found)`, () => undefined);
  else test(`${name} (pulumi CLI)`, withProjects(run, "pulumi CLI", cli), CASE_LIMIT_MS);
}

function withProjects(run: Case, kind: Engine["kind"], cli?: string): () => Promise<void> {
  return async () => {
    const projects: Project[] = [];
    try {
      await run((options) => {
        const project = startProgram(options, cli);
        projects.push(project);
        return project;
      }, kind);
    } finally {
      for (const project of projects) project.close();
    }
  };
}

/** Says once, before the cases of a file, which engines run them. */
export function announceEngines(): void {
  const cli = findPulumiCli();
  beforeAll(() => {
    process.stdout.write(
      cli === undefined
        ? "engines: the test engine alone, no Pulumi CLI was found\n"
        : `engines: the test engine, and the Pulumi CLI\n`,
    );
  });
}
