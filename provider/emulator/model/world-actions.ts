import { breakHost, occupy, outbid, restart, stop, start, changeBid } from "./contract-life";
import type { Contract } from "./contracts";
import type { PartialOffer } from "./offer-fields";
import type { TemplateContent } from "./template-store";
import type { WorldState } from "./world-state";

/** What somebody else can do to the world without the tested program's knowledge. Ids are those of the service. */
export type WorldAction =
  | { readonly action: "stop-instance"; readonly instance: number }
  | { readonly action: "start-instance"; readonly instance: number }
  | { readonly action: "reboot-instance"; readonly instance: number }
  | { readonly action: "destroy-instance"; readonly instance: number }
  | { readonly action: "label-instance"; readonly instance: number; readonly label: string | null }
  /** A higher bid: the floor rises to `floor` (default a quarter above the bid) and the machine stops. */
  | {
      readonly action: "outbid-instance";
      readonly instance: number;
      readonly floor?: number | undefined;
      readonly intended?: "running" | "stopped" | undefined;
    }
  | { readonly action: "change-bid"; readonly instance: number; readonly price: number }
  /** The host fails: `actual_status` is this from now on. */
  | {
      readonly action: "break-instance";
      readonly instance: number;
      readonly status: string | null;
      readonly statusMsg?: string | undefined;
    }
  /** The GPUs of a stopped machine are taken, so that a start is queued, or freed again. */
  | { readonly action: "occupy-instance"; readonly instance: number; readonly occupied: boolean }
  /** The contract's time is over. */
  | { readonly action: "expire-instance"; readonly instance: number }
  | { readonly action: "add-offers"; readonly offers: readonly PartialOffer[] }
  | { readonly action: "withdraw-offers"; readonly offers: readonly number[] | "all" }
  /** Changes what all offers of a machine show: price, floor, `busy`, … */
  | { readonly action: "change-machine"; readonly machine: number; readonly changes: PartialOffer }
  | { readonly action: "edit-template"; readonly template: number; readonly changes: TemplateContent }
  | { readonly action: "delete-template"; readonly template: number }
  /** From now on the account is known by this key only. Default account: the first. */
  | { readonly action: "rotate-key"; readonly account?: number | undefined; readonly apiKey: string }
  | {
      readonly action: "set-ssh-keys";
      readonly account?: number | undefined;
      readonly keys: readonly string[];
    }
  | {
      readonly action: "set-money";
      readonly account?: number | undefined;
      readonly credit?: number | undefined;
      readonly spendLimitPerHour?: number | undefined;
    }
  | {
      readonly action: "own-machines";
      readonly account?: number | undefined;
      readonly machines: readonly number[];
    }
  | { readonly action: "set-list-lag"; readonly seconds: number };

/** Carries out `action`; returns what it created, if anything. Throws where its subject does not exist. */
export function actOnWorld(world: WorldState, action: WorldAction): unknown {
  const now = world.now();
  switch (action.action) {
    case "stop-instance": {
      stop(contractOf(world, action.instance), now, world.timings);
      return;
    }
    case "start-instance":
      return start(contractOf(world, action.instance), now, world.timings);
    case "reboot-instance": {
      restart(contractOf(world, action.instance), now, world.timings, "rebooting");
      return;
    }
    case "destroy-instance": {
      const contract = contractOf(world, action.instance);
      contract.destroyedAt ??= now;
      world.market.relist(contract.listing, now);
      return;
    }
    case "label-instance":
      contractOf(world, action.instance).label = action.label;
      return undefined;
    case "outbid-instance": {
      outbid(contractOf(world, action.instance), now, action.floor, action.intended);
      return;
    }
    case "change-bid": {
      changeBid(contractOf(world, action.instance), now, action.price, world.timings);
      return;
    }
    case "break-instance": {
      breakHost(contractOf(world, action.instance), now, action.status, action.statusMsg ?? null);
      return;
    }
    case "occupy-instance": {
      occupy(contractOf(world, action.instance), now, action.occupied, world.timings);
      return;
    }
    case "expire-instance":
      contractOf(world, action.instance).endsAt = now;
      return undefined;
    case "add-offers":
      return world.market.add(action.offers, now);
    case "withdraw-offers": {
      (action.offers === "all" ? world.market.all(now).map((offer) => offer.id) : action.offers).forEach(
        (id) => world.market.withdraw(id),
      );
      return;
    }
    case "change-machine": {
      world.market.change(action.machine, action.changes);
      return;
    }
    case "edit-template":
      return existing(world.templates.edit(action.template, action.changes), `template ${action.template}`);
    case "delete-template":
      return existing(
        world.templates.remove(action.template, now) || undefined,
        `template ${action.template}`,
      );
    case "rotate-key":
      accountOf(world, action.account).apiKey = action.apiKey;
      return undefined;
    case "set-ssh-keys": {
      const account = accountOf(world, action.account);
      account.sshKeys = [];
      action.keys.forEach((key) => world.accounts.addSshKey(account, key, now));
      return undefined;
    }
    case "set-money": {
      const account = accountOf(world, action.account);
      account.credit = action.credit ?? account.credit;
      account.spendLimitPerHour = action.spendLimitPerHour ?? account.spendLimitPerHour;
      return undefined;
    }
    case "own-machines":
      action.machines.forEach((machine) => accountOf(world, action.account).machines.add(machine));
      return undefined;
    case "set-list-lag":
      world.listLagSeconds = action.seconds;
      return undefined;
  }
}

function contractOf(world: WorldState, id: number): Contract {
  return existing(world.contracts.find(id), `instance ${id}`);
}

function accountOf(world: WorldState, id: number | undefined) {
  return existing(world.accounts.find(id), `account ${id ?? "(first)"}`);
}

function existing<T>(thing: T | undefined, name: string): T {
  if (thing === undefined) {
    throw new Error(`The emulator has no ${name}`);
  }
  return thing;
}
