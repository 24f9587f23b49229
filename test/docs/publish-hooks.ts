import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";
import { publishObstacle, withAbsoluteLinks, withRelativeLinks, type Manifest } from "./repository";

const README = join(PROJECT, "README.md");

/**
 * What npm runs around a package: nothing is published without the address of the repository, and the packed README has
 * absolute links where there is one. npm says which of them it runs.
 */
function run(hook: string | undefined): void {
  const manifest = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as Manifest;
  const text = readFileSync(README, "utf8");
  switch (hook) {
    case "prepublishOnly": {
      const obstacle = publishObstacle(manifest);
      if (obstacle !== undefined) {
        console.error(obstacle);
        process.exitCode = 1;
      }
      return;
    }
    case "prepack": {
      writeFileSync(README, withAbsoluteLinks(text, manifest));
      return;
    }
    case "postpack": {
      writeFileSync(README, withRelativeLinks(text, manifest));
      return;
    }
    default:
      throw new Error(`npm runs this as prepublishOnly, prepack or postpack, not as ${String(hook)}`);
  }
}

run(process.env["npm_lifecycle_event"]);
