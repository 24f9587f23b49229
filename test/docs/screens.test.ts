import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { PROJECT } from "../house/project-files";
import { SCENES, WIDTHS } from "../screens/scenes";

const FOLDER = join(PROJECT, "docs", "screens");
const SCREENS = WIDTHS.flatMap((columns) => SCENES.map((scene) => ({ columns, ...scene })));

function linesOf(columns: number, file: string): string[] {
  return readFileSync(join(FOLDER, String(columns), `${file}.txt`), "utf8").split("\n");
}

/** The text as it was before a terminal broke its long lines; a screen shows no space at the end of a line. */
function unwrapped(lines: readonly string[], columns: number): string {
  return lines.map((line) => (line.length < columns - 1 ? `${line}\n` : line.padEnd(columns))).join("");
}

test.each(WIDTHS)("there is one screen of %d columns for every scene, and no other", (columns) => {
  const files = SCENES.map(({ file }) => `${file}.txt`);
  expect(readdirSync(join(FOLDER, String(columns))).toSorted()).toEqual(files.toSorted());
});

test.each(SCREENS)(
  "docs/screens/$columns/$file.txt shows what its title says",
  ({ columns, file, title, shows }) => {
    const [first, , command, ...shown] = linesOf(columns, file);
    expect([first, command]).toEqual([title, expect.stringMatching(/^\$ pulumi (preview|up)/)]);
    for (const pattern of shows) expect(unwrapped(shown, columns)).toMatch(pattern);
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(columns);
  },
);

test("a row of a machine that loads shows phase, time and price at 120 columns, and its phase at 80", () => {
  const rows = (columns: number): string[] =>
    linesOf(columns, "up-eight-machines").filter((line) => line.includes("vastai:Instance"));
  expect(rows(120).join("\n")).toMatch(/creating \(\d+s\)\.* +loading \d+ [sm] \$\d\.\d\d\/h RTX 4090/);
  expect(rows(80).join("\n")).toMatch(/creating \(\d+s\)\.* +lo/);
});

test("a preview says what would be rented, and once what all of it costs", () => {
  const text = linesOf(120, "preview").join("\n");
  expect(text).toMatch(/Would rent 1x RTX 4090, \$\d\.\d{4}\/h with 32 GB, \w+ \(\d+ match\)/);
  expect(text.match(/Total: 1 machine, \$\d\.\d{4}\/h, \$\d+\.\d\d a month/g)).toHaveLength(1);
});
