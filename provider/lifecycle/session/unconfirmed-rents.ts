import { parseLaunchLabel } from "../../rules/instance/launch-token";
import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { isOfRent, settledAt } from "../../rules/instance/unconfirmed-rent";
import type { UnconfirmedRent } from "../../state/unconfirmed-rent";
import { destroyAndConfirm, type DestroyContext } from "./destroy";
import { listedRentedAt } from "./rented-machine";
import type { ServiceTime } from "../../wire/service-time";
import type { Report } from "../engine/progress";
import type { InstanceSnapshots } from "./instance-snapshots";

/** How often live instances are searched for machines of unconfirmed rents, in ms. */
export const POLL_MS = 10_000;
/** How long the machine of one may take to be destroyed, in ms. */
const DESTROY_MS = 5 * 60_000;

interface Entry {
  readonly label: string;
  /** clock ms */
  readonly sentAt: number;
  /** For the report that a machine showed up after all. */
  readonly report: Report;
  /** The launch itself still searches for the machine, and would use it. */
  isSearched: boolean;
}

/** What polling for unconfirmed rents needs of a session. */
export interface PollContext extends DestroyContext {
  readonly snapshots: Pick<InstanceSnapshots, "list" | "mark">;
  readonly serviceTime: Pick<ServiceTime, "now">;
  /** A moment of this process (clock ms) in ms of the service's time. */
  inServiceTime(at: number): number;
}

/** Options of a poll. */
export interface PollOptions {
  /** clock ms */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
  /** Nobody can record the machine any more: ahead of pacing. */
  readonly isLast?: boolean;
}

/**
 * One poll for the machines of unconfirmed rents: destroys what shows, and confirms it. Only a list that was started
 * after a rent can no longer be carried out proves that there is none.
 *
 * @returns the rents that are still open
 * @throws DESTROY_FAILED, and every failure to list: then all of them are
 */
export async function pollUnconfirmed(
  session: PollContext,
  rents: readonly UnconfirmedRent[],
  { deadline, signal, report, isLast = false }: PollOptions,
): Promise<UnconfirmedRent[]> {
  if (rents.length === 0) return [];
  const { snapshots } = session;
  const { instances, serviceTime } = await snapshots.list(
    { begunAfter: snapshots.mark() },
    { deadline, signal },
  );
  const machines = [...instances.values()].filter((record) => !isReleased(record));
  const machineOf = (rent: UnconfirmedRent): InstanceRecord | undefined =>
    machines.find(({ label }) => isOfRent(label, rent));
  await Promise.all(
    rents.map(async (rent) => {
      const machine = machineOf(rent);
      if (machine === undefined) return;
      const rentedAt = listedRentedAt(machine, session.serviceTime.now());
      const options = { deadline, signal, isLast, rentedAt };
      await destroyAndConfirm(session, machine.id, options);
      report.note(
        `Destroyed instance ${String(machine.id)} (label "${machine.label ?? ""}"): the service carried out a rent after its ` +
          "answer was lost and the launch had continued.",
        "warning",
      );
    }),
  );
  return rents.filter((rent) => machineOf(rent) === undefined && serviceTime < settledAt(rent));
}

/**
 * Rents of this process whose outcome is not known. While the process lives the account's list is polled, and a machine of
 * one of them is destroyed; what is still open when a call returns goes into the state with it.
 */
export class UnconfirmedRents {
  private readonly entries: Entry[] = [];
  private isRunning = false;

  constructor(private readonly session: PollContext) {}

  /**
   * Records an open rent. The launch that sent it searches for its machine first.
   * @param sentAt clock ms
   */
  open(label: string, sentAt: number, report: Report): void {
    this.close(label);
    this.entries.push({ label, sentAt, report, isSearched: true });
  }

  /** The launch has found out the outcome of the rent. */
  close(label: string): void {
    const index = this.entries.findIndex((entry) => isOfRent(label, entry));
    if (index !== -1) this.entries.splice(index, 1);
  }

  /** The launch continues without its machine: if it shows up, it is destroyed. */
  abandon(label: string): void {
    for (const entry of this.entries) if (isOfRent(label, entry)) entry.isSearched = false;
    if (!this.isRunning) void this.run();
  }

  /** Whether a machine with this label belongs to a rent that its launch has abandoned. */
  isAbandoned(label: string | undefined): boolean {
    return this.entries.some((entry) => !entry.isSearched && isOfRent(label, entry));
  }

  /** Open rents of one launch: whatever is returned to the engine has to include them. */
  of(token: string): UnconfirmedRent[] {
    return this.entriesOf(token).map((entry) => this.rentOf(entry));
  }

  /** For the end of a sentence on a launch that failed: "; nothing is left running", where that is certain. */
  nothingLeft(token: string): string {
    return this.of(token).length === 0 ? "; nothing is left running" : "";
  }

  /** The open rent of a launch that it was still searching for when its call ended. */
  searchedOf(token: string): UnconfirmedRent | undefined {
    const entry = this.entriesOf(token).find(({ isSearched }) => isSearched);
    return entry && this.rentOf(entry);
  }

  /** One poll for machines of abandoned rents. @throws as `pollUnconfirmed` */
  async sweep(): Promise<void> {
    const left = this.entries.filter(({ isSearched }) => !isSearched);
    await Promise.all(
      left.map(async (entry) => {
        const { label, report } = entry;
        const deadline = this.session.clock.now() + DESTROY_MS;
        const open = await pollUnconfirmed(this.session, [this.rentOf(entry)], { deadline, report });
        if (open.length === 0) this.close(label);
      }),
    );
  }

  private entriesOf(token: string): Entry[] {
    return this.entries.filter(({ label }) => parseLaunchLabel(label)?.token === token);
  }

  private rentOf({ label, sentAt }: Entry): UnconfirmedRent {
    return { label, sentAt: this.session.inServiceTime(sentAt) };
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.entries.some(({ isSearched }) => !isSearched)) {
      await this.session.clock.sleep(POLL_MS);
      await this.sweep().catch(() => undefined); // tried again at the next interval; the launch itself continues
    }
    this.isRunning = false;
  }
}
