import { readFileSync } from "node:fs";

import type { Emulator } from "../../../provider/emulator/start-emulator";
export { isProvider } from "../../support/engine/is-provider";
import { sendSignal } from "../../support/engine/send-signal";
import {
  changesOf,
  resourcesIn,
  type Engine,
  type PhaseName,
  type RunningPhase,
} from "../../support/journey";
import { routesOf, writesOf } from "../../support/journey-requests";
import { liveIds, QUICK } from "../../support/journey-world";
import { until } from "../../support/until";

/** How many machines the fleet has. */
export const COUNT = 3;
export const FLEET = `for (let n = 1; n <= ${COUNT}; n++) new Instance("m" + n, { image: "acme/one", label: "machine " + n, search });`;
const NAMES = ["m1", "m2", "m3"];
/** Long enough to be interrupted however busy the machine is. */
export const SLOW = { lifecycle: { ...QUICK, loadSeconds: 12 } };
/** The ids of the machines that the state holds. */
export async function idsIn(engine: Engine): Promise<string[]> {
  return resourcesIn(await engine.exportState())
    .filter(({ type }) => type === "pulumi-nodejs:dynamic/vastai:Instance")
    .map(({ id }) => (typeof id === "string" ? id : ""))
    .toSorted();
}

/** A phase that has come as far as `condition`. */
export async function startedUntil(
  engine: Engine,
  phase: PhaseName,
  condition: () => boolean,
): Promise<RunningPhase> {
  const running = engine.start(phase, { parallel: 8 });
  let ended = "";
  void running.result.then(({ text }) => (ended = text === "" ? "ended" : text));
  await until(() => condition() || ended !== "");
  if (ended !== "") throw new Error(`The ${phase} ended before it could be interrupted: ${ended}`);
  return running;
}

/** Whether the whole fleet is rented. */
export const areRented = (emulator: Emulator) => () => emulator.ledger().rented === COUNT;

/** Whether a request to a route waits for its answer. */
export const isUnderWay = (emulator: Emulator, route: string) => () =>
  emulator.world.requests().some((request) => request.route === route && request.status === undefined);

/** Seconds of processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${String(pid)}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resolves when none of the processes is there any more. */
export async function gone(pids: readonly number[]): Promise<void> {
  await until(() => pids.every((pid) => !sendSignal(pid, 0)));
}

/** The rest of an interrupted launch: nothing more is rented, and afterwards all is well. */
export async function resumes(emulator: Emulator, engine: Engine): Promise<void> {
  const before = liveIds(emulator);
  emulator.world.clearRequests();
  const up = await engine.up();
  expect(up.text).not.toContain("error");
  expect(changesOf(up).toSorted()).toEqual(NAMES.map((name) => `update ${name}`));
  expect(writesOf(emulator).map(({ kind }) => kind)).toEqual(NAMES.map(() => "label"));
  expect(liveIds(emulator)).toEqual(before);
  emulator.world.clearRequests();
  expect(changesOf(await engine.preview())).toEqual([]);
  expect(routesOf(emulator)).toEqual([]);
}
