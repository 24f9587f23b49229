import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { COVERAGE } from "../../provider/emulator/service/coverage";
import { ROUTES } from "../../provider/emulator/routes";

test("every route is in the coverage table, and nothing else is", () => {
  const routes = ROUTES.map((route) => [
    route.name,
    `${route.method} ${route.path.replaceAll("{}", "{id}")}`,
  ]);
  expect(COVERAGE.map((row) => [row.route, row.endpoint]).toSorted()).toEqual(routes.toSorted());
});

test.each(COVERAGE)("$endpoint is named by $testedBy", ({ endpoint, testedBy }) => {
  const file = join(__dirname, testedBy);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, "utf8")).toContain(endpoint);
});

test("a partial row says what is missing, a supported one says nothing", () => {
  for (const row of COVERAGE) {
    expect([row.route, row.missing === undefined]).toEqual([row.route, row.support === "supported"]);
  }
});
