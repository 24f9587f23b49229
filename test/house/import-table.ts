/** How a module may be imported: at once, only where it is needed (`import()`) or as a type, or only as a type. */
export type Manner = "at once" | "lazily" | "types";

/** What the files under a path may import. A row for a longer path adds to the rows for its beginnings. */
export interface Row {
  /** Path in `provider/`: a folder, or a file without its extension. */
  readonly from: string;
  /** Paths in `provider/` by the manner of the import. Every folder may import from itself. */
  readonly modules: Readonly<Record<string, Manner>>;
  /** Packages, and `node:*` for all of Node's own. */
  readonly packages: Readonly<Record<string, Manner>>;
}

/** One way down: program, resources, lifecycle, client, wire. Rules reach nobody, the emulator knows nobody. */
export const IMPORT_TABLE: readonly Row[] = [
  {
    from: "index",
    modules: { resources: "at once", errors: "at once", rules: "types" },
    packages: {},
  },
  {
    from: "resources",
    modules: { lifecycle: "lazily", errors: "at once", rules: "types" },
    packages: { "@pulumi/pulumi": "at once" },
  },
  {
    from: "lifecycle",
    modules: {
      client: "at once",
      rules: "at once",
      errors: "at once",
      "wire/clock": "at once",
      "wire/service-time": "at once",
    },
    packages: { "@pulumi/pulumi": "types", "node:crypto": "at once" },
  },
  // Read the settings; the only place that looks into the environment.
  { from: "lifecycle/settings", modules: {}, packages: { "node:*": "at once" } },
  // Assembles the chain: transport, pacing, client.
  { from: "lifecycle/open-session", modules: { wire: "at once" }, packages: {} },
  // Speaks to the engine with the SDK's own classes.
  {
    from: "lifecycle/engine-log",
    modules: {},
    packages: { "@pulumi/pulumi": "at once", "@grpc/grpc-js": "types", "node:module": "at once" },
  },
  // Asks whether the engine's port still answers.
  { from: "lifecycle/process-watch", modules: {}, packages: { "node:net": "at once" } },
  {
    from: "client",
    modules: { wire: "at once", rules: "at once", errors: "at once" },
    packages: { zod: "at once" },
  },
  { from: "wire", modules: { errors: "at once" }, packages: { undici: "lazily" } },
  { from: "wire/clock", modules: {}, packages: { "node:timers/promises": "at once" } },
  {
    from: "wire/pace-file",
    modules: {},
    packages: { "node:*": "at once", "proper-lockfile": "lazily" },
  },
  { from: "wire/user-agent", modules: { version: "at once" }, packages: {} },
  {
    from: "rules",
    modules: { errors: "at once" },
    packages: { zod: "at once", "node:crypto": "at once", "node:zlib": "at once" },
  },
  { from: "errors", modules: {}, packages: {} },
  { from: "version", modules: {}, packages: { "node:fs": "at once", "node:path": "at once" } },
  { from: "emulator", modules: {}, packages: { "node:*": "at once" } },
  {
    from: "cli",
    modules: {
      index: "at once",
      lifecycle: "at once",
      emulator: "at once",
      errors: "at once",
      version: "at once",
    },
    packages: { commander: "at once", "node:*": "at once" },
  },
];
