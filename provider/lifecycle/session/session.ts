import type { CallOptions, ServiceClient } from "../../client/service-client";
import { hasCode, ProviderError } from "../../errors";
import type { Clock } from "../../wire/clock";
import { ServiceTime } from "../../wire/service-time";
import { abortable } from "./abortable";
import { Claims } from "./claims";
import { InstancePresence, noting } from "./instance-presence";
import { InstanceReads } from "./instance-reads";
import { InstanceSnapshots } from "./instance-snapshots";
import { InstancePoller } from "./instance-poller";
import type { LaunchMemory } from "./launch-memory";
import { LastDestroys } from "./last-destroys";
import { OfferSearchCache } from "./offer-search-cache";
import type { RecordedOwner } from "./owner";
import { PreviewTally } from "./preview-tally";
import type { ProcessMemory } from "./process-memory";
import type { Settings } from "../settings/settings";
import { UnconfirmedRents } from "./unconfirmed-rents";

/** One account at one service: a client and everything that its resources share in this process. */
export class Session {
  readonly offerSearches: OfferSearchCache;
  readonly claims = new Claims();
  readonly snapshots: InstanceSnapshots;
  readonly reads: InstanceReads;
  readonly poller: InstancePoller;
  readonly presence: InstancePresence;
  readonly unconfirmed: UnconfirmedRents;
  readonly client: ServiceClient;
  readonly previewTally = new PreviewTally();
  readonly lastDestroys: LastDestroys;
  /** Machines (`machine_id`) that failed in this run: they are not rented again in it. */
  readonly failedMachines = new Set<number>();
  /** Templates that this process created: a reply that names one of them again created nothing. */
  readonly createdTemplates = new Set<number>();
  private readonly launches = new Map<string, LaunchMemory>();
  private knownAccount: number | undefined;
  private accountRequest: Promise<number | undefined> | undefined;
  private sshKeysRequest: Promise<number | undefined> | undefined;

  constructor(
    readonly settings: Pick<Settings, "pacing" | "baseUrl" | "apiKeySource">,
    client: ServiceClient,
    readonly clock: Clock,
    readonly process: ProcessMemory,
    /** The clock of the times in states. */
    readonly serviceTime: Pick<ServiceTime, "now"> = new ServiceTime(clock),
  ) {
    this.client = client = noting(client, (id) => this.presence.noteShown(id));
    this.offerSearches = new OfferSearchCache(client, clock);
    this.snapshots = new InstanceSnapshots(client, clock, serviceTime);
    this.presence = new InstancePresence(client, this.snapshots, clock, serviceTime);
    this.reads = new InstanceReads(client, this.snapshots, clock);
    this.poller = new InstancePoller(client, clock, settings.pacing, this.snapshots);
    this.unconfirmed = new UnconfirmedRents(this);
    this.lastDestroys = new LastDestroys(client);
  }

  /**
   * A moment of this process (clock ms) in ms of the service's time, as known now: the first replies of a
   * process may have taken long.
   */
  inServiceTime(at: number): number {
    return this.serviceTime.now() - (this.clock.now() - at);
  }

  /** What this process did for a launch token so far. */
  launchOf(token: string): LaunchMemory {
    const known = this.launches.get(token);
    if (known !== undefined) return known;
    const memory = { sent: 0, rental: undefined, isRentedHere: false, isAnswered: false, isAdopted: false };
    this.launches.set(token, memory);
    return memory;
  }

  /** The id of the account that the key belongs to; undefined where the deployment does not show it. Requested once. */
  async account(options: CallOptions = {}): Promise<number | undefined> {
    this.accountRequest ??= tolerant(this.client.getAccount(options).then((account) => account.id)).then(
      (id) => (this.knownAccount = id),
      (error: unknown) => {
        this.accountRequest = undefined;
        throw error;
      },
    );
    return this.accountRequest;
  }

  /** How many SSH keys the account has; undefined where the deployment does not show it. Requested once. */
  async sshKeys(): Promise<number | undefined> {
    this.sshKeysRequest ??= tolerant(this.client.countSshKeys()).catch((error: unknown) => {
      this.sshKeysRequest = undefined;
      throw error;
    });
    return this.sshKeysRequest;
  }

  /**
   * Throws where this is another account or another deployment than a resource was recorded with, or, without a record,
   * than the resources of this program seen so far.
   * @throws WRONG_ACCOUNT
   */
  async requireOwner(recorded: RecordedOwner, what: string, signal?: AbortSignal): Promise<void> {
    this.requireDeployment(recorded, what);
    await abortable(this.account(), signal);
    this.requireKnownOwner(recorded, what);
  }

  /** The same, by what is known now: the account has been requested before. @throws WRONG_ACCOUNT */
  requireKnownOwner(recorded: RecordedOwner, what: string): void {
    this.requireDeployment(recorded, what);
    const { baseUrl, apiKeySource } = this.settings;
    const current = this.knownAccount;
    const expected = this.ownersOf(recorded).flatMap(({ account }) =>
      account === undefined ? [] : [account],
    );
    const other = expected.find((account) => account !== current);
    if (other === undefined) return;
    if (current !== undefined) {
      throw new ProviderError(
        "WRONG_ACCOUNT",
        `${what} belongs to account ${String(other)}, but the API key (${apiKeySource}) is account ` +
          `${String(current)}'s. Nothing was changed. Use a key of account ${String(other)}; refresh and destroy take ` +
          "it from the configuration stored in the state unless --run-program is given.",
      );
    }
    if (recorded.account === undefined) return;
    throw new ProviderError(
      "WRONG_ACCOUNT",
      `${what} belongs to account ${String(other)}, but ${baseUrl} does not show whose the API key (${apiKeySource}) is, ` +
        "though it did when the account was recorded. Nothing was changed. Check `vastai:baseUrl`, and try again later.",
    );
  }

  private requireDeployment(recorded: RecordedOwner, what: string): void {
    const { baseUrl } = this.settings;
    const elsewhere = this.ownersOf(recorded).find(
      (owner) => owner.baseUrl !== undefined && owner.baseUrl !== baseUrl,
    )?.baseUrl;
    if (elsewhere === undefined) return;
    throw new ProviderError(
      "WRONG_ACCOUNT",
      `${what} belongs to the service at ${elsewhere}, but this command is for ${baseUrl}. Nothing was changed, and ` +
        "nothing was concluded. Set `vastai:baseUrl` (or VAST_URL) to the former; refresh and destroy take it from the " +
        "configuration stored in the state unless --run-program is given.",
    );
  }

  private ownersOf(recorded: RecordedOwner): readonly RecordedOwner[] {
    const isRecorded = recorded.account !== undefined || recorded.baseUrl !== undefined;
    return isRecorded ? [recorded] : [...this.process.recordedOwners.values()];
  }
}

/** undefined where the deployment does not offer the endpoint. */
async function tolerant<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (hasCode(error, "UNSUPPORTED")) return undefined;
    throw error;
  }
}
