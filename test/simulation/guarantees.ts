import { keyOfToken, parseLaunchLabel } from "../../provider/rules/instance/launch-token";
import { nameOf, type Home } from "./checkpoint";
import type { CommandRecord } from "./command-record";
import type { PlacedRental, Service } from "./service";
import type { Stack } from "./stack";
import type { Which } from "./history";

/** A destroy that a command sent for a machine that was there. */
export interface SentDestroy {
  readonly deployment: Which;
  readonly instance: number;
  readonly wasRunning: boolean;
}

/** What the guarantees are checked against. */
export interface Evidence {
  readonly service: Service;
  readonly stacks: readonly Stack[];
  /** ms of the service */
  readonly now: number;
  /** Errors and warnings so far, of all commands. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Tokens of launches whose provider was killed alone: nothing is left to know of them but the service. */
  readonly loose: ReadonlySet<string>;
  /** Tokens of launches that the user's import of an older state took out of the state. */
  readonly forgotten: ReadonlySet<string>;
}

/** A machine's name across deployments. */
export function placeOf({ deployment, instance }: Pick<PlacedRental, "deployment" | "instance">): string {
  return `${String(deployment)}/${String(instance)}`;
}

export function tokenOf({ launchLabel }: PlacedRental): string | undefined {
  return parseLaunchLabel(launchLabel ?? "")?.token;
}

export function ownerOf(rental: PlacedRental, stacks: readonly Stack[]): Stack | undefined {
  const token = tokenOf(rental);
  return token === undefined ? undefined : stacks.find(({ tokens }) => tokens.has(token));
}

function accountNumber({ account }: Home): number {
  return account === 0 ? 4_001 : 4_002;
}

/** Whether the state holds the machine by its id. */
export function isInState({ deployment, account, instance }: PlacedRental, stack: Stack): boolean {
  return stack.checkpoint.resources.some(
    ({ id, home }) =>
      id === String(instance) && home.deployment === deployment && accountNumber(home) === account,
  );
}

/** Whether the state says that the rent which made the machine may have been carried out. */
function isDoubted(rental: PlacedRental, stack: Stack): boolean {
  const label = parseLaunchLabel(rental.launchLabel ?? "");
  if (label === undefined) return false;
  const text = `${label.token}.${String(label.attempt)}`;
  return stack.checkpoint.resources.some(
    ({ id, outputs }) => id.includes(text) || JSON.stringify(outputs).includes(`${text}"`),
  );
}

/** By its id in an error or a warning, or by its label in an error that sends the user to the console for it. */
export function isNamed(rental: PlacedRental, { errors, warnings }: Evidence): boolean {
  const id = String(rental.instance);
  const { token, attempt } = parseLaunchLabel(rental.launchLabel ?? "") ?? {};
  return (
    [...errors, ...warnings].some((text) => text.includes(id)) ||
    errors.some(
      (text) =>
        token !== undefined && text.includes(`${token}.${String(attempt)}`) && text.includes("console"),
    )
  );
}

/**
 * Where the user went to another key or deployment although nothing was recorded of the launch, nobody can know of its
 * machine. What the user's own import took out of the state, and the program no longer asks for there under its name or label,
 * nobody can know of.
 */
export function isUsersLoss(
  rental: PlacedRental,
  { forgotten, loose, stacks }: Pick<Evidence, "forgotten" | "loose" | "stacks">,
): boolean {
  const owner = ownerOf(rental, stacks);
  const token = tokenOf(rental) ?? "";
  if (owner === undefined || !(forgotten.has(token) || loose.has(token))) return false;
  const { config, program } = owner;
  if (rental.deployment !== config.deployment || rental.account !== accountNumber(config)) return true;
  const goals = [...program.values()];
  const isAsked =
    rental.label === rental.launchLabel || goals.some(({ args }) => args["label"] === rental.label);
  if (!forgotten.has(token)) return !isAsked;
  return !isAsked || !goals.some(({ name }) => (rental.launchLabel ?? "").startsWith(`${name}-`));
}

/** A command said that it could not tell whether there is another machine. */
function isUnchecked({ warnings }: Evidence): boolean {
  return warnings.some((text) => text.startsWith("Could not check whether an interrupted launch left"));
}

/** The state holds the creation that was interrupted: the engine warns of it, and `recover` finds its machine. */
function isPending(token: string | undefined, owner: Stack): boolean {
  return owner.checkpoint.pending.some(
    ({ type, resource }) => type === "creating" && resource.inputs["__token"] === token,
  );
}

/** Every machine that bills is known to the state, or named, whatever the command came to. */
export function unknownMachines(evidence: Evidence): string[] {
  const { service, stacks, loose, forgotten } = evidence;
  return service.live().flatMap((rental) => {
    const owner = ownerOf(rental, stacks);
    const token = tokenOf(rental);
    if (owner === undefined || token === undefined) return [];
    if (loose.has(token) || forgotten.has(token)) return [];
    const isKnown = isInState(rental, owner) || isDoubted(rental, owner) || isPending(token, owner);
    return isKnown || isNamed(rental, evidence)
      ? []
      : [`machine ${placeOf(rental)} (${String(rental.launchLabel)}) bills, and nobody knows of it`];
  });
}

/** No resource has two machines after an `up` that went well, but those that the state or a message tells of. */
export function doubledMachines(
  evidence: Evidence,
  command: {
    readonly stack: Stack;
    readonly record: CommandRecord;
    /** URNs of launches that had not come to their end before it. */
    readonly unready: ReadonlySet<string>;
    readonly beganAt: number;
    readonly lagMs: number;
  },
): string[] {
  const { service, stacks, now } = evidence;
  const { stack, record, unready, beganAt, lagMs } = command;
  const made = stack.checkpoint.resources.filter(
    ({ urn }) => record.has(urn, "create", "replace") || unready.has(urn),
  );
  const keys = new Set(made.map(({ inputs }) => keyOfToken(String(inputs["__token"]))));
  const groups = new Map<string, PlacedRental[]>();
  for (const rental of service.live()) {
    const owner = ownerOf(rental, stacks);
    const mark = keyOfToken(tokenOf(rental) ?? "");
    if (owner !== stack || !keys.has(mark)) continue;
    const key = `${String(rental.account)} ${String(rental.deployment)} ${mark ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), rental]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return [];
    return group.flatMap((rental) => {
      const owner = ownerOf(rental, stacks);
      const mark = keyOfToken(tokenOf(rental) ?? "");
      const isTold =
        owner === undefined ||
        isUsersLoss(rental, evidence) ||
        isUnchecked(evidence) ||
        isInState(rental, owner) ||
        isDoubted(rental, owner) ||
        isNamed(rental, evidence);
      // One that has its own label by now is recognized by that alone, which is checked before anything is rented; where
      // the program asks for another label since, by the creation that is pending.
      const isLabelled = rental.label !== rental.launchLabel;
      if (isLabelled && owner !== undefined && isPending(tokenOf(rental), owner)) return [];
      // Nothing is said of a resource after it was answered for; the engine warns of the creation that was interrupted.
      const urn = made.find(({ inputs }) => keyOfToken(String(inputs["__token"])) === mark)?.urn ?? "";
      // Where the laptop slept, an answer may be older than the time at which it was read.
      const isEarly = isLabelled || record.wasTimeMoved;
      const lookedAt = isEarly ? beganAt : (record.answeredAt.get(urn) ?? now);
      const wasVisible = rental.rentedAt + lagMs < lookedAt;
      return isTold || !wasVisible
        ? []
        : [`machine ${placeOf(rental)} (${String(rental.label)}) is beside another of its resource, untold`];
    });
  });
}

/** No machine of the state that ran was destroyed unannounced, and none of somebody else at all. */
export function unannouncedDestroys(
  command: CommandRecord,
  before: { readonly held: ReadonlyMap<string, string> },
  preview: CommandRecord | undefined,
  sent: readonly SentDestroy[],
  { service, stacks }: Pick<Evidence, "service" | "stacks">,
): string[] {
  const stack = stacks[command.stack];
  return service.rentals().flatMap((rental) => {
    const place = placeOf(rental);
    const destroy = sent.find((each) => placeOf(each) === place);
    if (destroy === undefined || rental.destroyedAt === null) return [];
    if (ownerOf(rental, stacks) !== stack) return [`machine ${place} of somebody else was destroyed`];
    const urn = before.held.get(place);
    if (urn === undefined || !destroy.wasRunning) return [];
    if (command.name === "destroy") return [];
    if (command.name === "refresh" || command.name === "preview") {
      return [`a ${command.name} destroyed machine ${place}`];
    }
    if (command.name === "recover") return [];
    const announced =
      preview === undefined
        ? command.has(urn, "replace", "delete", "delete-replaced")
        : preview.has(urn, "replace", "delete", "delete-replaced");
    return announced
      ? []
      : [`machine ${place} of ${nameOf(urn)} ran, and was destroyed though no preview had said so`];
  });
}

/** A machine that is to be stopped, and is, is not started. */
export function startedThoughStopped(
  command: CommandRecord,
  before: { readonly rentals: readonly PlacedRental[]; readonly held: ReadonlyMap<string, string> },
  { service, stacks }: Pick<Evidence, "service" | "stacks">,
): string[] {
  const program = stacks[command.stack]?.program;
  if (command.name !== "up") return [];
  return before.rentals.flatMap((then) => {
    const urn = before.held.get(placeOf(then));
    const goal = urn === undefined ? undefined : program?.get(nameOf(urn));
    if (goal?.args["targetState"] !== "stopped" || !["stopped", "exited"].includes(then.status ?? ""))
      return [];
    const now = service.rentals().find((rental) => placeOf(rental) === placeOf(then));
    return now === undefined || now.runningSeconds <= then.runningSeconds
      ? []
      : [`machine ${placeOf(then)} is to be stopped, and was started`];
  });
}

/** A stack's state belongs to one account of one deployment. */
export function rentalsElsewhere(
  command: CommandRecord,
  before: { readonly homes: ReadonlySet<string>; readonly rented: ReadonlySet<string> },
  { service, stacks }: Pick<Evidence, "service" | "stacks">,
): string[] {
  if (before.homes.size === 0) return [];
  return service.rentals().flatMap((rental) => {
    const place = placeOf(rental);
    if (before.rented.has(place) || ownerOf(rental, stacks) !== stacks[command.stack]) return [];
    return before.homes.has(`${String(rental.deployment)}/${String(rental.account)}`)
      ? []
      : [`machine ${place} was rented on an account that is not the stack's`];
  });
}

/** No text of state or terminal holds a key. */
export function shownSecrets(command: CommandRecord, { service, stacks }: Evidence): string[] {
  const texts = [
    ...command.errors,
    ...command.warnings,
    ...command.notes,
    ...stacks.map(({ checkpoint }) => JSON.stringify(checkpoint)),
  ];
  const keys = [service.keyOf(0), service.keyOf(1)];
  return texts.some((text) => keys.some((key) => text.includes(key))) ? ["a key is shown"] : [];
}
