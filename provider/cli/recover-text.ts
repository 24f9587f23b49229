import { duration } from "../lifecycle/instance/rental";
import type { RecoverRow } from "./recover-rows";
import { textTable } from "./text-table";

const HEADER = ["RESOURCE", "FOUND", "GPU", "$/H", "AGE", "SPENT", "STATUS", "FOUND BY", "THEN"];

/** What was found, for a person. */
export function renderRows(stack: string, rows: readonly RecoverRow[]): string {
  const items = rows.filter(({ matchedBy }) => matchedBy !== "stray");
  const strays = rows.filter(({ matchedBy }) => matchedBy === "stray");
  const parts = [
    items.length === 0
      ? `No creation of this package was interrupted in stack ${stack}.`
      : `Creations that were interrupted in stack ${stack}:\n\n${table(items)}`,
    ...(strays.length === 0
      ? []
      : [
          "Live machines that this package launched and that belong to no stack given (they may belong to another stack; " +
            `name that one with --known-stack):\n\n${table(strays)}`,
        ]),
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

function then({ action, stateHas, id, kind }: RecoverRow): string {
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
      return `given up for ${kind} ${stateHas ?? ""}: --destroy-id ${id ?? ""}`;
    case "leave":
      return `left alone; --destroy-id ${id ?? ""}`;
  }
}
