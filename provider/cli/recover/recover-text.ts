import { duration } from "../../lifecycle/session/rented-machine";
import type { RecoverRow } from "./recover-rows";
import { textTable } from "./text-table";

const HEADER = ["RESOURCE", "FOUND", "GPU", "$/H", "AGE", "SPENT", "STATUS", "FOUND BY", "THEN"];

const ORPHANS_INTRODUCTION =
  "Live machines with launch keys of this stack that its state does not know. An interrupted launch may have left them; but a\n" +
  "stack of the same project and name on another backend has the same keys, and so has a launch that is under way now.\n" +
  "If neither is possible, leave one to the next `pulumi up`, which adopts it, or destroy it once nobody needs what it runs:";
const OTHERS_INTRODUCTION =
  "Live machines that this package launched for another stack or program. They are left alone (name their stack with\n" +
  "--known-stack):";

/** What was found, as text. */
export function renderRows(stack: string, rows: readonly RecoverRow[]): string {
  const items = rows.filter(({ matchedBy }) => matchedBy !== "stray");
  const orphans = rows.filter(({ matchedBy }) => matchedBy === "stray");
  const ofStack = orphans.filter(({ isOfStack }) => isOfStack === true);
  const others = orphans.filter(({ isOfStack }) => isOfStack !== true);
  const parts = [
    items.length === 0
      ? `No creation of this package was interrupted in stack ${stack}.`
      : `Creations that were interrupted in stack ${stack}:\n\n${table(items)}`,
    ...(ofStack.length === 0 ? [] : [`${ORPHANS_INTRODUCTION}\n\n${table(ofStack)}`]),
    ...(others.length === 0 ? [] : [`${OTHERS_INTRODUCTION}\n\n${table(others)}`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** "1 machine", "2 machines" */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function table(rows: readonly RecoverRow[]): string {
  return textTable(
    HEADER,
    rows.map((row) => [
      row.name === "" ? "?" : row.name,
      row.id === undefined ? "nothing" : `${row.kind} ${row.id}`,
      row.gpu ?? "",
      row.hourlyUsd?.toFixed(4) ?? "",
      row.ageSeconds === undefined ? "" : duration(row.ageSeconds * 1000),
      row.spentUsd === undefined ? "" : `<= $${row.spentUsd.toFixed(4)}`,
      row.status ?? "",
      foundBy(row),
      then(row),
    ]),
  );
}

function foundBy({ matchedBy, label }: RecoverRow): string {
  switch (matchedBy) {
    case "nothing":
      return "";
    case "stray":
      return `label ${label ?? ""}`;
    case "token":
      return "its launch token";
    case "label":
    case "name":
      return `the ${matchedBy} "${label ?? ""}"`;
  }
}

function then({ action, stateHas, id, kind, name }: RecoverRow): string {
  switch (action) {
    case "keep":
      return stateHas === undefined
        ? "into the state"
        : `into the state; the next up deletes ${kind} ${stateHas}, which it replaces`;
    case "destroy":
      return "destroy";
    case "clear":
      return "clear the pending operation";
    case "confirm":
      return "clear the pending operation, once the account is confirmed (--account)";
    case "settled":
      return "in the state already";
    case "ask":
      return `to be answered: --accept-id ${id ?? ""} or --reject-id ${id ?? ""}`;
    case "name":
      return `discarded for ${kind} ${stateHas ?? ""}: --destroy-id ${id ?? ""}`;
    case "adopt":
      return "leave it to the next up, which adopts it";
    case "waits":
      return "waits for the next up, which adopts it";
    case "offer":
      return `--adopt-id ${id ?? ""} leaves it to the next up; --destroy-id ${id ?? ""} destroys it`;
    case "occupied":
      return `left alone: ${name} has instance ${stateHas ?? ""}; --destroy-id ${id ?? ""} destroys it`;
    case "leave":
      return `left alone; --destroy-id ${id ?? ""}`;
  }
}
