import type { Emulator, EmulatorOptions, PartialOffer } from "../../../provider/emulator/start-emulator";
import { ACCOUNTS } from "../../support/journey-world";
import type { ChangeRow } from "./change-row";
import { VOLUMES } from "./change-content.cases";
import { nameOfRow } from "./change-program";

const STORAGE = { storage_cost: 0 };
const many = (count: number, offer: PartialOffer): PartialOffer[] =>
  Array.from({ length: count }, () => ({ ...STORAGE, ...offer }));
/** Dearer than the others, so that only who names them rents them. */
const NAMED = 0.9;
const FIRST_NAMED_OFFER = 60_000_001;

/** A market where everybody's first machine costs the same. */
export function changeMarket(rows: number): EmulatorOptions {
  return {
    accounts: [{ ...ACCOUNTS[0], volumes: VOLUMES }],
    offers: [
      ...many(rows, { dph_base: 0.4, min_bid: 0.2 }),
      ...many(6, { dph_base: 1.6, num_gpus: 4 }),
      ...many(2, { dph_base: 3.2, num_gpus: 8 }),
      ...VOLUMES.map(({ machineId }) => ({ ...STORAGE, machine_id: machineId, dph_base: NAMED })),
      ...many(rows, { dph_base: NAMED }).map((offer, index) => ({
        ...offer,
        id: FIRST_NAMED_OFFER + index,
        machine_id: 20_000 + index,
      })),
    ],
  };
}

/** Texts that only the world knows: offers, one for each row, and hashes of templates that nobody here made. */
export function wordsFor(emulator: Emulator, index: number): Readonly<Record<string, unknown>> {
  const [one, two] = emulator.world.templates.all();
  return {
    $offer: FIRST_NAMED_OFFER + index,
    $elsewhere0: one?.hashId,
    $elsewhere1: two?.hashId,
  };
}

/** The market later on: cheaper machines for those that a lower limit drives out. */
export function addCheaperMachines(emulator: Emulator, rows: number): void {
  const offers = many(rows, { dph_base: 0.25, min_bid: 0.1 });
  emulator.world.do({ action: "add-offers", offers });
}

/** Does what the row says that somebody else did. */
export function drift(emulator: Emulator, row: ChangeRow, index: number): void {
  if (row.drift === undefined) return;
  const { world } = emulator;
  const instance = machineOf(emulator, index);
  switch (row.drift.action) {
    case "stop":
    case "start":
    case "destroy":
    case "expire":
    case "reboot":
      world.do({ action: `${row.drift.action}-instance`, instance });
      return;
    case "label":
      world.do({ action: "label-instance", instance, label: row.drift.label });
      return;
    case "break":
      world.do({ ...row.drift, action: "break-instance", instance });
      return;
    case "bid":
      world.do({ action: "change-bid", instance, price: row.drift.price });
      return;
    case "outbid":
      world.do({ action: "outbid-instance", instance, floor: row.drift.floor });
      return;
    case "edit template":
      world.do({
        action: "edit-template",
        template: templateOf(emulator, instance),
        changes: row.drift.changes,
      });
      return;
    case "delete template":
      world.do({ action: "delete-template", template: templateOf(emulator, instance) });
  }
}

/** The contract number of a row's one live machine. */
export function machineOf(emulator: Emulator, index: number): number {
  const [machine] = rentalsOf(emulator, index).filter(({ destroyedAt }) => destroyedAt === null);
  if (machine === undefined) throw new Error(`${nameOfRow(index)} has no machine`);
  return machine.instance;
}

/** Every machine that a row ever had. */
export function rentalsOf(emulator: Emulator, index: number) {
  const label = `${nameOfRow(index)}-pvai-`;
  return emulator.ledger().rentals.filter(({ launchLabel }) => launchLabel?.startsWith(label) === true);
}

function templateOf(emulator: Emulator, instance: number): number {
  const id = emulator.world.contracts.find(instance)?.config.templateId;
  if (id === undefined || id === null) throw new Error(`Instance ${String(instance)} has no template`);
  return id;
}
