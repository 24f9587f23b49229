import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";
import { findPulumiCli } from "../support/journey";
import { install, pack } from "./install";

/** The lowest SDK that we claim, the one that this project has, and the highest, which wants a later Node. */
const SDK = { lowest: "3.216.0", own: ownSdk(), highest: "3.270.0" } as const;
const LATER_NODES = ["22", "24"] as const;

// Installed while jest collects the cases, so that what cannot be had is skipped by name.
const packed = pack();
const own = install(packed.tarball, `@pulumi/pulumi@${SDK.own}`);
const lowest = install(packed.tarball, `@pulumi/pulumi@${SDK.lowest}`);
const highest = install(packed.tarball, `@pulumi/pulumi@${SDK.highest}`);
const nodes = LATER_NODES.map((major) => ({
  major,
  ...install(`node-${process.platform}-${process.arch}@${major}`),
}));
afterAll(() => {
  for (const { remove } of [packed, own, lowest, highest, ...nodes]) remove();
});

function ownSdk(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(join(PROJECT, "node_modules", "@pulumi", "pulumi", "package.json"), "utf8"),
  );
  return (manifest as { version: string }).version;
}

/** A case that needs what was installed. */
function testWith(name: string, needed: readonly { readonly failure?: string }[], run: () => void): void {
  const failure = needed.map((one) => one.failure).find((one) => one !== undefined);
  if (failure === undefined) test(name, run, 240_000);
  else test.skip(`${name} (skipped: ${failure})`, () => undefined);
}

function node(args: readonly string[], binary = process.execPath, cwd = own.folder) {
  const { PATH } = process.env;
  return spawnSync(binary, args, { cwd, encoding: "utf8", env: { PATH, HOME: cwd } });
}

const EXPORTS = [
  ...["Instance", "ProviderError", "Template", "getOffers", "getOffersOutput", "getTemplates"],
  ...["getTemplatesOutput", "hasCode"],
];

testWith("require gives every export, and nothing else", [own], () => {
  const shown = node(["-p", 'JSON.stringify(Object.keys(require("pulumi-vastai")).sort())']);
  expect(JSON.parse(shown.stdout)).toEqual(EXPORTS);
});

testWith("import gives the same exports by name", [own], () => {
  const text = `import { ${EXPORTS.join(", ")} } from "pulumi-vastai"; console.log([${EXPORTS.join(", ")}].map((x) => typeof x).join());`;
  const shown = node(["--input-type=module", "--eval", text]);
  expect([shown.stdout.trim(), shown.stderr]).toEqual([EXPORTS.map(() => "function").join(), ""]);
});

testWith("the line in every state finds the provider", [own], () => {
  const text =
    'const { Instance, Template } = require("pulumi-vastai/provider");' +
    "console.log([Instance, Template].map((one) => Object.keys(one).sort().join()).join(' '))";
  const calls = "check,configure,create,delete,diff,read,update";
  expect(node(["--eval", text]).stdout.trim()).toBe(`${calls} ${calls}`);
});

testWith("the command says its version", [own], () => {
  const shown = node([join(own.folder, "node_modules", ".bin", "pulumi-vastai"), "--version"]);
  const manifest: unknown = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
  expect(shown.stdout.trim()).toBe((manifest as { version: string }).version);
});

const CONSUMER = `
import * as pulumi from "@pulumi/pulumi";
import {
  getOffersOutput, getTemplates, hasCode, Instance, Template,
  type InstanceArgs, type LaunchOptionsArgs, type Offer, type OfferFiltersArgs, type OfferQueryArgs,
  type TargetState, type TemplateQueryArgs, type TemplateResult, type VolumeInfoArgs,
} from "pulumi-vastai";
import { startEmulator } from "pulumi-vastai/emulator";
const template = new Template("a", { image: "ubuntu" });
const args: InstanceArgs = { template, search: { filters: { gpuName: ["RTX 4090"], gpuRam: { gte: 24_000 } } } };
const first = new Instance("a", args);
export const ssh: pulumi.Output<string | undefined> = first.sshCommand;
export const state: pulumi.Output<TargetState> = first.targetState;
export const offers: pulumi.Output<Offer[]> = getOffersOutput({ filters: {} });
export const templates: Promise<TemplateResult[]> = getTemplates({ filters: { name: "trainer" } });
export const url: Promise<string> = startEmulator({ seed: 1 }).then((emulator) => emulator.url);
export const known: boolean = hasCode(new Error("x"), "NO_OFFER");
const filters: OfferFiltersArgs = { machineId: { neq: first.machineId }, numGpus: pulumi.output(1) };
const elsewhere: OfferQueryArgs = { filters: pulumi.output(filters), type: pulumi.output<"bid">("bid") };
const launch: LaunchOptionsArgs = { attempts: pulumi.output(3), waitFor: "none" };
const volumeInfo: VolumeInfoArgs = { volumeId: pulumi.output(5), mountPath: "/data" };
export const query: TemplateQueryArgs = { filters: { name: template.name } };
const second: unknown = new Instance("b", { template, search: [elsewhere], price: 0.2, launch, volumeInfo });
export const gpu = Instance.isInstance(second) ? second.gpuName : undefined;
// @ts-expect-error the price is a number
export const wrong = new Instance("b", { image: "ubuntu", search: { filters: {} }, price: "0.2" });
// @ts-expect-error there is no such field
export const misspelt: InstanceArgs = { image: "ubuntu", search: { filters: { gpuNames: "RTX 4090" } } };
// @ts-expect-error the deployment may show no price
export const price: pulumi.Output<number> = first.dphTotal;
// @ts-expect-error there is no such state
export const paused: InstanceArgs = { image: "ubuntu", targetState: "paused" };
`;

for (const [module, resolution] of [
  ["node16", "node16"],
  ["esnext", "bundler"],
  ["commonjs", "node10"],
] as const) {
  testWith(`types resolve under moduleResolution ${resolution}`, [own], () => {
    const file = join(own.folder, `consumer-${resolution}.ts`);
    writeFileSync(file, CONSUMER);
    const tsc = join(PROJECT, "node_modules", "typescript", "bin", "tsc");
    const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022"];
    const types = [
      ...["--typeRoots", join(PROJECT, "node_modules", "@types"), "--types", "node"],
      ...["--skipLibCheck", "false"],
    ];
    const compiled = node([
      tsc,
      ...[...flags, ...types],
      ...["--module", module, "--moduleResolution", resolution],
      file,
    ]);
    expect(compiled.stdout).toBe("");
  });
}

testWith("an ES module program type-checks and runs", [own], () => {
  const file = join(own.folder, "program.mjs");
  writeFileSync(
    file,
    'import * as vastai from "pulumi-vastai";\nimport { startEmulator } from "pulumi-vastai/emulator";\n' +
      "const emulator = await startEmulator();\n" +
      "process.env.VAST_URL = emulator.url; process.env.VAST_API_KEY = emulator.apiKey;\n" +
      'const offers = await vastai.getOffers({ filters: { gpuName: "RTX 4090" } });\n' +
      "console.log(offers.length > 0, offers.every((offer) => offer.gpuName === 'RTX 4090'));\n" +
      "await emulator.close();\n",
  );
  const shown = node([file]);
  expect([shown.stdout.trim(), shown.stderr]).toEqual(["true true", ""]);
});

function journey(folder: string, { binary, cli }: { binary?: string; cli?: string } = {}): unknown {
  const hook = join(PROJECT, "test", "support", "run-typescript.cjs");
  const script = join(PROJECT, "test", "package", "journey-in.ts");
  const more = cli === undefined ? [] : [cli];
  const ran = node(["--require", hook, script, folder, ...more], binary, folder);
  expect(ran.status === 0 ? "" : ran.stderr).toBe("");
  return JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "");
}

/** What a whole life has to look like, whatever it runs on. */
const WHOLE_LIFE = {
  failures: [],
  seen: [
    "up: create Template, create Instance",
    "preview:  (nothing written)",
    "up: update Template",
    "preview: update Template, replace Instance (nothing written)",
    "up: update Template, replace Instance",
    "destroy: delete Instance, delete Template",
  ],
  hashes: 3,
  rented: 2,
  live: 0,
};

const OWN_NODE = process.versions.node.split(".")[0] ?? "";
const LIFE = "an installed package is taken from up to destroy";

testWith(`${LIFE} on Node ${OWN_NODE} with SDK ${SDK.lowest}, the lowest`, [lowest], () => {
  expect(journey(lowest.folder)).toEqual({ node: OWN_NODE, ...WHOLE_LIFE });
});

testWith(`${LIFE} on Node ${OWN_NODE} with SDK ${SDK.own}`, [own], () => {
  expect(journey(own.folder)).toEqual({ node: OWN_NODE, ...WHOLE_LIFE });
});

for (const later of nodes) {
  const { major, folder } = later;
  const binary = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  testWith(`${LIFE} on Node ${major} with SDK ${SDK.highest}, the highest`, [later, highest], () =>
    expect(journey(highest.folder, { binary })).toEqual({ node: major, ...WHOLE_LIFE }),
  );
}

const cli = findPulumiCli();
testWith(
  `${LIFE} by the Pulumi CLI`,
  [own, cli === undefined ? { failure: "no Pulumi CLI found" } : {}],
  () => {
    expect(journey(own.folder, { cli: cli ?? "" })).toEqual({ node: OWN_NODE, ...WHOLE_LIFE });
  },
);

test("what is packed is the build, the licence and two pages", () => {
  const listed = spawnSync("tar", ["-tzf", packed.tarball], { encoding: "utf8" }).stdout.trim().split("\n");
  const pages = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"].map((name) => `package/${name}`);
  expect(listed.filter((path) => !path.startsWith("package/dist/")).toSorted()).toEqual(pages);
  expect(
    listed.filter((path) => /\.(js|d\.ts)$/.exec(path) === null && path.startsWith("package/dist/")),
  ).toEqual([]);
});
