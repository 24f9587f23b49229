import { isRecord } from "../../provider/lifecycle/engine/engine-values";
import { nameOf, type Home } from "./checkpoint";
import type { CommandRecord } from "./command-record";
import { isInState, isUsersLoss, ownerOf, placeOf, tokenOf, unknownMachines } from "./guarantees";
import type { Which } from "./history";
import type { PlacedRental } from "./service";
import type { Simulation } from "./simulation";
import type { Stack } from "./stack";

const MOST_ROUNDS = 16;
/** After so many a stack whose launches were made in two places is cleared up one place at a time. */
const LAST_EASY_ROUND = 5;
/** After which nothing that is on its way is carried out any more, and no lag is left, in s. */
const SETTLED_SECONDS = 11 * 60;
/** Between two tries of a user. */
const PAUSE_SECONDS = 150;

/**
 * The end of every history: the service heals, and the user does what the messages say until all is well, then destroys
 * everything. The ledger must equal the state, and nothing may bill afterwards.
 */
export async function settle(simulation: Simulation): Promise<void> {
  const { stacks, service } = simulation;
  simulation.heal();
  simulation.say("the service heals");
  await simulation.wait(SETTLED_SECONDS);
  // What came late has come by now, and somebody has to know of it.
  for (const unknown of unknownMachines(simulation.evidence())) simulation.broken(unknown);
  if (simulation.breaks.length > 0) return;
  for (const world of service.worlds) {
    world.do({ action: "add-offers", offers: plentyOfOffers() });
    for (const { instance, destroyedAt } of world.ledger().rentals) {
      if (destroyedAt === null) world.do({ action: "occupy-instance", instance, occupied: false });
    }
  }
  for (const { which } of stacks) {
    if (isUsed(simulation, which)) await upUntilClean(simulation, which);
    if (simulation.breaks.length > 0) return;
  }
  await simulation.wait(SETTLED_SECONDS);
  simulation.destroyByHand();
  compare(simulation);
  if (simulation.breaks.length > 0) return;
  const superseded = service.live().filter((rental) => isSuperseded(rental, simulation));
  const lost = new Set(superseded.map((rental) => placeOf(rental)));
  for (const { which } of stacks) {
    if (isUsed(simulation, which)) await destroyUntilGone(simulation, which);
    if (simulation.breaks.length > 0) return;
  }
  await simulation.wait(SETTLED_SECONDS);
  for (const rental of service.live()) {
    if (
      ownerOf(rental, stacks) !== undefined &&
      !isUsersLoss(rental, simulation) &&
      !lost.has(placeOf(rental))
    ) {
      simulation.broken(
        `machine ${placeOf(rental)} (${String(rental.label)}) bills after everything was destroyed`,
      );
    }
  }
}

/** Enough for every request, at prices that everybody pays. */
function plentyOfOffers(): {
  machine_id: number;
  gpu_name: string;
  num_gpus: number;
  dph_base: number;
  min_bid: number;
}[] {
  return Array.from({ length: 5 }, (_, index) => ({
    ...{ gpu_name: "RTX 4090", num_gpus: 1, dph_base: 0.2, min_bid: 0.05 },
    machine_id: 20_001 + index,
  }));
}

function isUsed({ stacks }: Simulation, which: Which): boolean {
  const { program, checkpoint, earlier } = stacks[which];
  return program.size > 0 || checkpoint.resources.length > 0 || earlier.length > 0;
}

async function upUntilClean(simulation: Simulation, which: Which): Promise<void> {
  const stack = simulation.stacks[which];
  // Whatever was requested is available now.
  for (const [name, goal] of stack.program) {
    const { maxHourlyPriceUsd: _limit, customTimeouts: _timeouts, ...args } = goal.args;
    stack.program.set(name, { ...goal, args, unknown: [] });
  }
  let last: CommandRecord | undefined;
  // What the guarantees ask for where a provider was killed alone.
  if (simulation.loose.size > 0) {
    await simulation.command("recover", which);
    if (simulation.breaks.length > 0) return;
  }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (stack.checkpoint.pending.length > 0 || mentions(last, "pulumi-vastai recover")) {
      const recovered = await simulation.command("recover", which);
      if (simulation.breaks.length > 0) return;
      if (mentions(recovered, "WRONG_ACCOUNT") || mentions(recovered, "belongs to")) {
        moveHome(simulation, which, round);
        // Made in two places: what is recorded is destroyed at its own, then the other is checked.
        if (round > LAST_EASY_ROUND) {
          await simulation.command("destroy", which);
          stack.config = stack.checkpoint.pending[0]?.resource.home ?? stack.config;
          await simulation.command("recover", which);
        }
        if (simulation.breaks.length > 0) return;
      }
      const target = targetOf(stack, recovered);
      if (target !== undefined) await simulation.command("destroy", which, {}, { target });
    }
    last = await simulation.up(which, true);
    if (simulation.breaks.length > 0) return;
    if (!last.hasFailed && stack.checkpoint.pending.length === 0) {
      const before = JSON.stringify(stack.checkpoint);
      const refreshed = await simulation.command("refresh", which);
      if (simulation.breaks.length > 0) return;
      if (refreshed.hasFailed) {
        if (mentions(refreshed, "WRONG_ACCOUNT")) moveHome(simulation, which, round);
        continue;
      }
      if (JSON.stringify(stack.checkpoint) === before) return;
      last = await simulation.up(which, true);
      if (simulation.breaks.length > 0) return;
      if (!last.hasFailed) return;
    }
    if (mentions(last, "WRONG_ACCOUNT")) moveHome(simulation, which, round);
    if (mentions(last, "ORPHAN_FOUND")) rentBesideOthers(simulation, stack, last);
    const target = targetOf(stack, last);
    if (target !== undefined) await simulation.command("destroy", which, {}, { target });
    if (mentions(last, "START_REFUSED")) replaceStuck(stack, last);
    if (mentions(last, "NOT_FOUND")) await simulation.command("refresh", which);
    if (simulation.breaks.length > 0) return;
    simulation.destroyByHand();
    await simulation.wait(PAUSE_SECONDS);
  }
  simulation.broken(`\`up\` never gets clean: ${last?.said().join(" / ") ?? ""}`);
}

async function destroyUntilGone(simulation: Simulation, which: Which): Promise<void> {
  const stack = simulation.stacks[which];
  let last: CommandRecord | undefined;
  for (let round = 0; round < 5; round += 1) {
    last = await simulation.command("destroy", which);
    if (simulation.breaks.length > 0) return;
    if (!last.hasFailed && stack.checkpoint.resources.length === 0) return;
    if (mentions(last, "WRONG_ACCOUNT")) {
      moveHome(simulation, which, round);
    }
    await simulation.wait(PAUSE_SECONDS);
  }
  simulation.broken(`\`destroy\` never ends: ${last?.said().join(" / ") ?? ""}`);
}

/** The state holds what bills, and nothing else. */
function compare(simulation: Simulation): void {
  const { service, stacks } = simulation;
  for (const rental of service.live()) {
    const owner = ownerOf(rental, stacks);
    if (owner === undefined || isInState(rental, owner) || isUsersLoss(rental, simulation)) continue;
    if (isSuperseded(rental, simulation)) continue;
    simulation.broken(
      `machine ${placeOf(rental)} (${String(rental.label)}) bills, all is clean, and the state does not hold it`,
    );
  }
  for (const stack of stacks) {
    for (const rental of service.live()) {
      const record = stack.checkpoint.resources.find(({ id }) => id === String(rental.instance));
      if (record === undefined || !isInState(rental, stack) || rental.status !== "running") continue;
      if (stack.program.get(nameOf(record.urn))?.args["targetState"] !== "stopped") continue;
      simulation.broken(`machine ${placeOf(rental)} runs, and is asked to be stopped`);
    }
  }
  const live = new Set(service.live().map((rental) => String(rental.instance)));
  for (const { checkpoint } of stacks) {
    for (const { id } of checkpoint.resources) {
      if (!live.has(id)) simulation.broken(`the state holds ${id}, which does not exist`);
    }
  }
}

/** A machine that cannot start is replaced, as the message says: here by asking for another image. */
function replaceStuck(stack: Stack, last: CommandRecord): void {
  for (const { urn, id } of stack.checkpoint.resources) {
    const goal = stack.program.get(nameOf(urn));
    if (goal === undefined || !mentions(last, `Instance ${id} cannot start`)) continue;
    stack.program.set(nameOf(urn), { ...goal, args: { ...goal.args, image: "alpine:again" } });
  }
}

/** Taken out of the state by an import that brought another machine of the resource back: no command searches for it. */
function isSuperseded(rental: PlacedRental, { forgotten, stacks }: Simulation): boolean {
  const name = /^(.*)-pvai-/.exec(rental.launchLabel ?? "")?.[1];
  const resources = ownerOf(rental, stacks)?.checkpoint.resources ?? [];
  return forgotten.has(tokenOf(rental) ?? "") && resources.some(({ urn }) => nameOf(urn) === name);
}

function mentions(record: CommandRecord | undefined, text: string): boolean {
  return record?.said().some((line) => line.includes(text)) ?? false;
}

/** Of the machines that an error names with `destroy --target`, the resource of one that the program does not need. */
function targetOf({ checkpoint, program }: Stack, record: CommandRecord | undefined): string | undefined {
  const texts = record?.said().filter((line) => line.includes("destroy --target")) ?? [];
  const doomed = checkpoint.resources.find(
    ({ id, urn, delete: isReplaced }) =>
      (isReplaced || !program.has(nameOf(urn))) && texts.some((text) => text.includes(id)),
  );
  return doomed === undefined ? undefined : nameOf(doomed.urn);
}

/** A machine of somebody else's stack of the same name is no orphan, says the user. */
function rentBesideOthers({ service, stacks }: Simulation, stack: Stack, record: CommandRecord): void {
  const isOthers = service.live().some((rental) => {
    const owner = ownerOf(rental, stacks);
    return owner !== stack && record.said().some((line) => line.includes(String(rental.instance)));
  });
  // A renamed resource may hold it, and wait for the one that now has its name.
  const isHeld = stack.checkpoint.resources.some(({ id }) => record.said().some((line) => line.includes(id)));
  if (!isHeld && (!isOthers || stacks[0].name !== stacks[1].name)) return;
  for (const [name, goal] of stack.program) {
    const launch = { ...(isRecord(goal.args["launch"]) ? goal.args["launch"] : {}), ignoreOrphans: true };
    stack.program.set(name, { ...goal, args: { ...goal.args, launch } });
  }
}

/** The key and the base URL that the messages ask for: those of the resources, else the next that there is. */
function moveHome(simulation: Simulation, which: Which, round: number): void {
  const stack = simulation.stacks[which];
  const { resources, pending } = stack.checkpoint;
  const homes = [...resources, ...pending.map(({ resource }) => resource)].map(({ home }) => home);
  const all: Home[] = ([0, 1] as const).flatMap((deployment) =>
    ([0, 1] as const).map((account) => ({ account, deployment })),
  );
  stack.config = (round % 2 === 0 ? homes[0] : undefined) ?? all[round % all.length] ?? stack.config;
  if (resources.length > 0) stack.recorded = stack.config;
  simulation.say(`the user goes to ${JSON.stringify(stack.config)}`);
}
