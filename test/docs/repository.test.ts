import { readFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";
import {
  derivedFields,
  publishObstacle,
  repositoryAddress,
  withAbsoluteLinks,
  withRelativeLinks,
  type Manifest,
} from "./repository";

const MANIFEST = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as Manifest & {
  readonly scripts: Readonly<Record<string, string>>;
};
const README = readFileSync(join(PROJECT, "README.md"), "utf8");

function manifestAt(url: string): Manifest {
  const repository = { type: "git", url };
  return { ...MANIFEST, repository, ...derivedFields({ repository }) };
}
const UNSET = manifestAt("git+https://repository.invalid/pulumi-vastai.git");
const SET = manifestAt("git+https://git.example/someone/pulumi-vastai.git");

test("homepage and bugs of package.json follow from the address of the repository", () => {
  expect(MANIFEST).toMatchObject(derivedFields(MANIFEST));
});

test("publishing fails while the address is not set, and says how to set it", () => {
  expect(publishObstacle(UNSET)).toMatch(
    /address of its repository is not set\..*npm pkg set repository\.url=/,
  );
  expect(publishObstacle(SET)).toBeUndefined();
  expect(publishObstacle({ ...SET, homepage: UNSET.homepage })).toMatch(/Run `npm run docs`/);
});

test.each(["prepublishOnly", "prepack", "postpack"])("npm runs the hooks at %s", (hook) => {
  expect(MANIFEST.scripts[hook]).toMatch(/test\/docs\/publish-hooks\.ts$/);
});

test("a packed README links to the files of its version, and the one of the repository is as it was", () => {
  const packed = withAbsoluteLinks(README, SET);
  const base = `https://git.example/someone/pulumi-vastai/blob/v${MANIFEST.version}/`;
  const targets = [...packed.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? "");
  expect(targets.filter((target) => !/^(https?:|#)/.test(target))).toEqual([]);
  expect(targets.filter((target) => target.startsWith(base)).length).toBeGreaterThan(5);
  expect(withRelativeLinks(packed, SET)).toBe(README);
});

test("without an address a README is packed as it is", () => {
  expect(repositoryAddress(UNSET)).toBeUndefined();
  expect(withAbsoluteLinks(README, UNSET)).toBe(README);
});
