import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";
import { SCENES } from "../screens/scenes";

const FOLDER = join(PROJECT, "docs", "screens");

test("there is one screen for every scene, and no other", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(SCENES.map(({ file }) => `${file}.txt`).toSorted());
});

test.each(SCENES)("docs/screens/$file.txt shows what its title says", ({ file, title }) => {
  const [first, , command] = readFileSync(join(FOLDER, `${file}.txt`), "utf8").split("\n");
  expect([first, command]).toEqual([title, expect.stringMatching(/^\$ pulumi (preview|up)/)]);
});
