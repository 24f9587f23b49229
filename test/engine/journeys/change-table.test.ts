import { announceEngines, forCli, forTestEngine } from "../../support/journey";
import { CONTENT_ROWS } from "./change-content.cases";
import { DRIFT_ROWS } from "./change-drift.cases";
import { takeThroughChanges } from "./change-journey";
import { MARKET_ROWS } from "./change-market.cases";
import type { ChangeRow } from "./change-row";
import { STATE_ROWS } from "./change-state.cases";
import { TEMPLATE_ROWS } from "./change-template.cases";

announceEngines();

const GROUPS: readonly (readonly [string, readonly ChangeRow[]])[] = [
  ["of what runs on the machine", CONTENT_ROWS],
  ["of where, for how much and in what state", [...MARKET_ROWS, ...STATE_ROWS]],
  ["of templates", TEMPLATE_ROWS],
  ["outside Pulumi", DRIFT_ROWS],
];
const ROWS = GROUPS.flatMap(([, rows]) => rows);

test("the table has at least forty edits, each of its own", () => {
  const edits = GROUPS.flatMap(([group, rows]) => rows.map(({ edit }) => `${group}: ${edit}`));
  expect(new Set(edits).size).toBe(edits.length);
  expect(edits.length).toBeGreaterThanOrEqual(40);
});

for (const [group, rows] of GROUPS) {
  forTestEngine(`changes ${group} cost what the preview said`, async (start) =>
    takeThroughChanges(start, rows),
  );
}

forCli("changes of every kind cost what the preview said", async (start) =>
  takeThroughChanges(
    start,
    ROWS.filter(({ onCli }) => onCli === true),
  ),
);
