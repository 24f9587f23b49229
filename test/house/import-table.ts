/** How a module may be imported: at once, only where it is needed (`import()`) or as a type, or only as a type. */
export type Manner = "at once" | "lazily" | "types";

/** What the files under a path may import. A row for a longer path adds to the rows for its beginnings. */
export interface Row {
  /** Path in `provider/`: a folder, or a file without its extension. */
  readonly from: string;
  /** Folders, and files without their extension, in `provider/` by the manner of the import. A file may import its siblings. */
  readonly modules: Readonly<Record<string, Manner>>;
  /** Packages, and `node:*` for all of Node's own. */
  readonly packages: Readonly<Record<string, Manner>>;
}

/**
 * One way down: program, resources, adapters, lifecycle, client, wire. Rules reach nobody, the emulator knows nobody, and
 * among the rooms of a floor the later in this list may reach the earlier.
 */
export const IMPORT_TABLE: readonly Row[] = [
  { from: "errors", modules: {}, packages: {} },
  // What is in users' states.
  { from: "state", modules: {}, packages: {} },
  { from: "version", modules: {}, packages: { "node:fs": "at once", "node:path": "at once" } },

  {
    from: "rules",
    modules: { errors: "at once", state: "at once" },
    packages: { zod: "at once", "node:crypto": "at once", "node:zlib": "at once" },
  },
  { from: "rules/service-facts", modules: {}, packages: {} },
  { from: "rules/validation", modules: {}, packages: {} },
  {
    from: "rules/container",
    modules: { "rules/service-facts": "at once", "rules/validation": "at once" },
    packages: {},
  },
  {
    from: "rules/offer",
    modules: { "rules/service-facts": "at once", "rules/validation": "at once" },
    packages: {},
  },
  {
    from: "rules/template",
    modules: {
      "rules/service-facts": "at once",
      "rules/validation": "at once",
      "rules/container": "at once",
      "rules/offer": "at once",
    },
    packages: {},
  },
  {
    from: "rules/instance",
    modules: {
      "rules/service-facts": "at once",
      "rules/validation": "at once",
      "rules/container": "at once",
      "rules/offer": "at once",
      "rules/template": "at once",
    },
    packages: {},
  },

  { from: "wire", modules: { errors: "at once" }, packages: { undici: "lazily" } },
  { from: "wire/clock", modules: {}, packages: { "node:timers/promises": "at once" } },
  { from: "wire/pace-file", modules: {}, packages: { "node:*": "at once", "proper-lockfile": "lazily" } },
  { from: "wire/user-agent", modules: { version: "at once" }, packages: {} },

  { from: "client/schema", modules: { rules: "at once" }, packages: { zod: "at once" } },
  {
    from: "client",
    modules: { "client/schema": "at once", wire: "at once", rules: "at once", errors: "at once" },
    packages: {},
  },

  { from: "lifecycle", modules: { rules: "at once", state: "at once", errors: "at once" }, packages: {} },
  { from: "lifecycle/engine", modules: {}, packages: { "@pulumi/pulumi": "types" } },
  // What an adapter sees of every kind of resource.
  {
    from: "lifecycle/resource-lifecycle",
    modules: { "lifecycle/engine": "types", "lifecycle/session": "types" },
    packages: {},
  },
  // What all kinds have in common.
  {
    from: "lifecycle/managed-resource",
    modules: {
      "lifecycle/resource-lifecycle": "types",
      "lifecycle/engine": "types",
      "lifecycle/session": "at once",
    },
    packages: {},
  },
  // Reads the settings; the only place that reads the environment.
  {
    from: "lifecycle/settings",
    modules: { "lifecycle/engine": "at once" },
    packages: { "node:*": "at once" },
  },
  {
    from: "lifecycle/session",
    modules: {
      "lifecycle/engine": "at once",
      "lifecycle/settings": "at once",
      client: "at once",
      "wire/clock": "at once",
      "wire/service-time": "at once",
    },
    packages: {},
  },
  // Assembles the chain: transport, pacing, client.
  {
    from: "lifecycle/session/open-session",
    modules: { wire: "at once" },
    packages: { "node:crypto": "at once" },
  },
  // What a program's own process asks.
  { from: "lifecycle/data-sources", modules: { "lifecycle/session": "at once" }, packages: {} },
  { from: "lifecycle/instance/outputs", modules: { "lifecycle/engine": "at once" }, packages: {} },
  {
    from: "lifecycle/instance/launch",
    modules: {
      "lifecycle/engine": "at once",
      "lifecycle/settings": "at once",
      "lifecycle/session": "at once",
      "lifecycle/instance/outputs": "at once",
      client: "types",
    },
    packages: {},
  },
  {
    from: "lifecycle/instance",
    modules: {
      "lifecycle/resource-lifecycle": "types",
      "lifecycle/managed-resource": "at once",
      "lifecycle/engine": "at once",
      "lifecycle/session": "at once",
      "lifecycle/instance/outputs": "at once",
      "lifecycle/instance/launch": "at once",
    },
    packages: {},
  },
  {
    from: "lifecycle/template",
    modules: {
      "lifecycle/resource-lifecycle": "types",
      "lifecycle/managed-resource": "at once",
      "lifecycle/engine": "at once",
      "lifecycle/session": "at once",
      client: "at once",
    },
    packages: {},
  },
  {
    from: "lifecycle/recover",
    modules: {
      "lifecycle/engine": "at once",
      "lifecycle/session": "at once",
      "lifecycle/instance": "at once",
      "lifecycle/template": "at once",
    },
    packages: {},
  },

  {
    from: "adapters/dynamic",
    modules: {
      lifecycle: "at once",
      state: "at once",
      rules: "types",
      "wire/clock": "at once",
      errors: "at once",
    },
    packages: { "@pulumi/pulumi": "types", "node:crypto": "at once", "node:util": "at once" },
  },
  // Speaks to the engine with the SDK's own classes.
  {
    from: "adapters/dynamic/engine-log",
    modules: {},
    packages: { "@pulumi/pulumi": "at once", "@grpc/grpc-js": "types", "node:module": "at once" },
  },
  // Asks whether the engine's port still answers.
  { from: "adapters/dynamic/process-watch", modules: {}, packages: { "node:net": "at once" } },

  {
    from: "resources",
    modules: { lifecycle: "lazily", state: "at once", errors: "at once", rules: "types" },
    packages: { "@pulumi/pulumi": "at once" },
  },
  { from: "index", modules: { resources: "at once", errors: "at once", rules: "types" }, packages: {} },

  { from: "emulator", modules: {}, packages: { "node:*": "at once" } },
  { from: "emulator/model", modules: {}, packages: {} },
  { from: "emulator/routes", modules: { "emulator/model": "at once" }, packages: {} },
  {
    from: "emulator/service",
    modules: { "emulator/model": "at once", "emulator/routes": "at once" },
    packages: {},
  },
  {
    from: "emulator/start-emulator",
    modules: { "emulator/model": "at once", "emulator/service": "at once" },
    packages: {},
  },

  {
    from: "cli",
    modules: { version: "at once", errors: "at once" },
    packages: { commander: "at once", "node:*": "at once" },
  },
  { from: "cli/recover", modules: { lifecycle: "at once" }, packages: {} },
  {
    from: "cli/commands",
    modules: { "cli/recover": "at once", emulator: "at once", lifecycle: "at once" },
    packages: {},
  },
  { from: "cli/main", modules: { "cli/commands": "at once" }, packages: {} },
];
