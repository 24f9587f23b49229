import { dirname, join, relative, resolve } from "node:path";

import { IMPORT_TABLE, type Manner } from "./import-table";
import { PROJECT, projectFiles } from "./project-files";
import { readImports, type FoundImport } from "./read-imports";

const SOURCES = projectFiles("provider").filter((path) => path.endsWith(".ts"));

const RANK: Readonly<Record<Manner, number>> = { types: 0, lazily: 1, "at once": 2 };

/** `provider/rules/offer/offer.ts` as the table names it: `rules/offer/offer`. */
function nameOf(path: string): string {
  return path.replace(/^provider\//, "").replace(/\.(ts|js)$/, "");
}

function startsWith(name: string, prefix: string): boolean {
  return name === prefix || name.startsWith(`${prefix}/`);
}

/** How the table lets `from` import `what`, undefined where it does not. */
function allowed(from: string, what: string, kind: "modules" | "packages"): Manner | undefined {
  const rows = IMPORT_TABLE.filter((row) => startsWith(from, row.from));
  const manners = rows
    .flatMap((row) => Object.entries(row[kind]))
    .filter(([name]) => startsWith(what, name) || (name === "node:*" && what.startsWith("node:")))
    .map(([, manner]) => manner);
  return manners.toSorted((left, right) => RANK[right] - RANK[left])[0];
}

function complaint(path: string, found: FoundImport): string | undefined {
  const from = nameOf(path);
  const isRelative = found.specifier.startsWith(".");
  const target = isRelative
    ? relative(PROJECT, resolve(PROJECT, dirname(path), found.specifier))
    : found.specifier;
  if (isRelative && !target.startsWith("provider/")) return `${path} imports ${target}, which is not shipped`;
  const what = nameOf(target);
  if (isRelative && what.includes("/") && dirname(what) === dirname(from)) return undefined;
  const manner = allowed(from, what, isRelative ? "modules" : "packages");
  if (manner === undefined) return `${path} may not import ${what}`;
  return RANK[found.manner] > RANK[manner]
    ? `${path} imports ${what} ${found.manner}, may only: ${manner}`
    : undefined;
}

test("every import follows the house's table", () => {
  const complaints = SOURCES.flatMap((path) =>
    readImports(join(PROJECT, path)).map((found) => complaint(path, found)),
  );
  expect(complaints.filter((text) => text !== undefined)).toEqual([]);
});

test.each([
  ["rules/offer/offer", 'import { call } from "../../client/call";', "may not import client/call"],
  ["client/call", 'import { Instance } from "../lifecycle";', "may not import lifecycle"],
  ["resources/instance", 'import { open } from "../lifecycle/session/open-session";', "may only: lazily"],
  ["resources/instance", 'import { z } from "zod";', "may not import zod"],
  ["emulator/world", 'export { OFFER_FIELDS } from "../rules/offer-fields";', "may not import rules"],
  ["emulator/world", 'const z = await import("zod");', "may not import zod"],
  ["wire/pacing", 'import { request } from "undici";', "may only: lazily"],
  ["rules/offer/offer", 'type X = import("../../wire/clock").Clock;', "may not import wire/clock"],
  ["rules/offer/offer", 'import fs = require("node:fs");', "may not import node:fs"],
  ["index", 'import { world } from "../test/support/start-world";', "which is not shipped"],
])("the table refuses, in %s: %s", (file, text, words) => {
  const path = `provider/${file}.ts`;
  const complaints = readImports(path, text).map((found) => complaint(path, found));
  expect(complaints).toEqual([expect.stringContaining(words)]);
});

test("every folder, and every file at the top of the provider, has its row", () => {
  const places = new Set(SOURCES.map(nameOf).map((name) => (name.includes("/") ? dirname(name) : name)));
  const rows = new Set(IMPORT_TABLE.map(({ from }) => from));
  expect([...places].filter((place) => !rows.has(place))).toEqual([]);
});

/** The files that a file imports, in whatever manner. */
function importedBy(path: string): string[] {
  return readImports(join(PROJECT, path))
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) =>
      relative(PROJECT, resolve(PROJECT, dirname(path), specifier)).replace(/\.js$/, ""),
    )
    .flatMap((base) => [`${base}.ts`, `${base}/index.ts`].filter((file) => SOURCES.includes(file)));
}

/** What is left of a graph when all that leads nowhere is taken away again and again: its cycles, and what leads to them. */
function knots(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(arrows);
  for (;;) {
    const ends = [...left].filter(([, targets]) => ![...targets].some((target) => left.has(target)));
    if (ends.length === 0) return [...left.keys()];
    for (const [end] of ends) left.delete(end);
  }
}

test("no file reaches itself by way of others, types included", () => {
  expect(knots(new Map(SOURCES.map((path) => [path, new Set(importedBy(path))])))).toEqual([]);
});

test("no folder reaches itself by way of others", () => {
  // What lies at the top stands for itself.
  const placeOf = (path: string): string => (dirname(path) === "provider" ? path : dirname(path));
  const arrows = new Map<string, Set<string>>();
  for (const path of SOURCES) {
    const from = placeOf(path);
    const targets = importedBy(path).map(placeOf);
    const known = arrows.get(from) ?? new Set();
    arrows.set(from, new Set([...known, ...targets.filter((target) => target !== from)]));
  }
  expect(knots(arrows)).toEqual([]);
});

test("a cycle would be found", () => {
  const arrows = new Map([
    ["a", new Set(["b"])],
    ["b", new Set(["c"])],
    ["c", new Set(["b", "d"])],
    ["d", new Set<string>()],
  ]);
  expect(knots(arrows)).toEqual(["a", "b", "c"]);
});

test("every row is about something that is there", () => {
  const names = SOURCES.map(nameOf);
  const lost = IMPORT_TABLE.filter(({ from }) => !names.some((name) => startsWith(name, from)));
  expect(lost.map(({ from }) => from)).toEqual([]);
});
