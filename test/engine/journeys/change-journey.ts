import type { Emulator } from "../../../provider/emulator/start-emulator";
import { isMap, mapProperties, mapValues } from "../../support/engine/property-values";
import type { Engine, PhaseResult, StartProgram } from "../../support/journey";
import { routesOf, writesAbout, writesOf } from "../../support/journey-requests";
import { inWorld } from "../../support/journey-world";
import { CHANGE_PROGRAM, nameOfRow, rowsFile, templateNameOfRow, type Turn } from "./change-program";
import { RENTS, USUAL_WRITES, type ChangeRow, type Verdict } from "./change-row";
import { addCheaperMachines, changeMarket, drift, machineOf, rentalsOf, wordsFor } from "./change-world";

/** One line for each row, so that a difference is read at once. */
interface Line {
  readonly edit: string;
  readonly preview: string;
  readonly up: string;
  readonly template: string | undefined;
  readonly writes: string;
  readonly readById: boolean;
  readonly rentals: string;
  readonly says: string | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Takes all rows through one stack: rent, preview and refresh without a change; what others do, the edit, its preview
 * and its `up`; then preview and refresh are clean again, and `destroy` leaves nothing.
 */
export async function takeThroughChanges(start: StartProgram, rows: readonly ChangeRow[]): Promise<void> {
  await inWorld(start, { program: CHANGE_PROGRAM, emulator: changeMarket(rows.length) }, async (scene) => {
    const { emulator, project, engine } = scene;
    const words = rows.map((_row, index) => wordsFor(emulator, index));
    const turnTo = (turn: Turn) => project.edit({ "rows.json": rowsFile(rows, turn, words) });
    const clean = async () => {
      emulator.world.clearRequests();
      expect(changesIn(await engine.preview())).toEqual([]);
      expect(routesOf(emulator)).toEqual([]);
    };

    turnTo("before");
    expectOk(await engine.up());
    await clean();
    expect(changesIn(expectOk(await engine.refresh()))).toEqual([]);

    const first = rows.map((_row, index) => machineOf(emulator, index));
    await ageBy(engine, HOUR_MS);
    rows.forEach((row, index) => drift(emulator, row, index));
    addCheaperMachines(emulator, rows.length);
    const drifted = expectOk(await engine.refresh());
    expect(drifted.steps.flatMap(({ name, found }) => (found === "same" ? [] : [name])).toSorted()).toEqual(
      driftedNames(rows),
    );
    expect(warningsIn(drifted).toSorted()).toEqual(warnedNames(rows));

    turnTo("after");
    emulator.world.clearRequests();
    const preview = expectOk(await engine.preview());
    // What a preview asks is what the market has, whose the key is, once, and of a template from elsewhere how much disk it takes.
    const asked = routesOf(emulator).filter((route) => route !== "templates.search");
    expect(new Set(asked)).toEqual(new Set(["offers.search", "account.read"]));
    expect(asked.filter((route) => route === "account.read")).toHaveLength(1);
    emulator.world.clearRequests();
    const up = expectOk(await engine.up());
    const seen = rows.map((row, index) => lineOf(emulator, row, index, { preview, up }, first[index]));
    expect(seen).toEqual(rows.map(expectedLine));

    await clean();
    expect(changesIn(expectOk(await engine.refresh()))).toEqual([]);
    await clean();
    expectOk(await engine.destroy());
    expect(emulator.ledger().live).toBe(0);
  });
}

function lineOf(
  emulator: Emulator,
  row: ChangeRow,
  index: number,
  { preview, up }: Readonly<Record<"preview" | "up", PhaseResult>>,
  first: number | undefined,
): Line {
  const name = nameOfRow(index);
  const rentals = rentalsOf(emulator, index);
  const said = preview.diagnostics
    .filter(({ urn, ephemeral }) => urn?.endsWith(`::${name}`) === true && ephemeral !== true)
    .map(({ message }) => message)
    .join("\n");
  return {
    edit: row.edit,
    preview: verdictOn(preview, name),
    up: verdictOn(up, name),
    template: row.template && [preview, up].map((one) => verdictOn(one, templateNameOfRow(index))).join(", "),
    writes: writesAbout(writesOf(emulator), name).join(", "),
    readById: emulator.world.requests().some(({ path }) => path.includes(`/${String(first)}/`)),
    rentals: `${String(rentals.length)} rented, ${String(rentals.filter(({ destroyedAt }) => destroyedAt === null).length)} live`,
    says: row.says !== undefined && said.includes(row.says) ? row.says : said === "" ? undefined : said,
  };
}

function expectedLine(row: ChangeRow): Line {
  const up = row.up ?? row.verdict;
  const writes = row.writes ?? USUAL_WRITES[up];
  return {
    edit: row.edit,
    preview: row.verdict,
    up,
    template: row.template && `${row.template.verdict}, ${row.template.verdict}`,
    writes: writes.join(", "),
    // What only records asks nobody.
    readById: writes.some((write) => write !== "rent"),
    rentals: `${String(1 + RENTS[up])} rented, 1 live`,
    says: row.says,
  };
}

function verdictOn({ steps }: PhaseResult, name: string): Verdict {
  const ops = steps.filter((step) => step.name === name).map(({ op }) => op);
  if (ops.includes("replace")) return ops[0] === "delete-replaced" ? "replace, deleting first" : "replace";
  if (ops.includes("create")) return "create";
  return ops.includes("update") ? "update" : "same";
}

/** What a refresh is to find changed. */
function driftedNames(rows: readonly ChangeRow[]): string[] {
  return rows.flatMap((row, index) => {
    if (row.drift === undefined) return [];
    const isOfTemplate = row.drift.action.endsWith("template");
    const verdict = isOfTemplate ? row.template?.verdict : row.verdict;
    const shows = row.refresh ?? (verdict === "same" ? "nothing" : "change");
    if (shows !== "change") return [];
    return [isOfTemplate ? templateNameOfRow(index) : nameOfRow(index)];
  });
}

/** The machines that a refresh warns of. */
function warnedNames(rows: readonly ChangeRow[]): string[] {
  return rows.flatMap(({ refresh }, index) => (refresh === "warning" ? [nameOfRow(index)] : []));
}

function warningsIn({ diagnostics }: PhaseResult): string[] {
  return diagnostics.flatMap(({ severity, urn }) =>
    severity === "warning" && urn !== undefined ? [urn.split("::").at(-1) ?? ""] : [],
  );
}

function changesIn({ steps }: PhaseResult): string[] {
  return steps
    .filter(({ op, found }) => op !== "same" && found !== "same")
    .map(({ op, name, found }) => `${op} ${found ?? ""} ${name}`);
}

function expectOk(result: PhaseResult): PhaseResult {
  if (!result.ok) throw new Error(result.text);
  return result;
}

/** Moves the rents into the past: a machine that is young is not believed to be gone. */
async function ageBy(engine: Engine, ms: number): Promise<void> {
  const state = await engine.exportState();
  await engine.importState(
    mapProperties(state, (deployment) =>
      mapValues(deployment, (value) =>
        isMap(value) && typeof value["__rentedAt"] === "number"
          ? { ...value, __rentedAt: value["__rentedAt"] - ms }
          : value,
      ),
    ),
  );
}
