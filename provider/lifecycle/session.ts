import type { ServiceClient } from "../client/service-client";
import { hasCode, ProviderError } from "../errors";
import type { Clock } from "../wire/clock";
import { AbandonedRents } from "./abandoned-rents";
import { abortable } from "./abortable";
import { Claims } from "./claims";
import { InstanceReads } from "./instance-reads";
import { InstanceSnapshots } from "./instance-snapshots";
import { InstanceWatch } from "./instance-watch";
import type { LaunchMemory } from "./launch-memory";
import { LastDestroys } from "./last-destroys";
import { Market } from "./market";
import { PreviewTally } from "./preview-tally";
import type { ProcessState } from "./process-state";
import type { Settings } from "./settings";

/** One account at one service, as this process deals with it: a client and everything its resources share. */
export class Session {
  readonly market: Market;
  readonly claims = new Claims();
  readonly snapshots: InstanceSnapshots;
  readonly reads: InstanceReads;
  readonly watch: InstanceWatch;
  readonly abandoned: AbandonedRents;
  readonly previewTally = new PreviewTally();
  readonly lastDestroys: LastDestroys;
  /** Machines (`machine_id`) that failed in this run: they are not rented again in it. */
  readonly failedMachines = new Set<number>();
  /** Templates that this process made: an answer that names one of them again made nothing. */
  readonly createdTemplates = new Set<number>();
  private readonly launches = new Map<string, LaunchMemory>();
  private accountRequest: Promise<number | undefined> | undefined;
  private sshKeysRequest: Promise<number | undefined> | undefined;

  constructor(
    readonly settings: Pick<Settings, "pacing" | "baseUrl" | "apiKeySource">,
    readonly client: ServiceClient,
    readonly clock: Clock,
    readonly process: ProcessState,
  ) {
    this.market = new Market(client, clock);
    this.snapshots = new InstanceSnapshots(client, clock);
    this.reads = new InstanceReads(client, this.snapshots, clock);
    this.watch = new InstanceWatch(client, clock, settings.pacing);
    this.abandoned = new AbandonedRents(this);
    this.lastDestroys = new LastDestroys(client);
  }

  /** What this process did for a launch token so far. */
  launchOf(token: string): LaunchMemory {
    const known = this.launches.get(token);
    if (known !== undefined) return known;
    const memory: LaunchMemory = { sent: 0, rental: undefined, isAnswered: false, doubt: undefined };
    this.launches.set(token, memory);
    return memory;
  }

  /** The id of the account that the key belongs to; undefined where the deployment does not tell. Asked once. */
  async account(): Promise<number | undefined> {
    this.accountRequest ??= tolerant(this.client.getAccount().then((account) => account.id)).catch(
      (error: unknown) => {
        this.accountRequest = undefined;
        throw error;
      },
    );
    return this.accountRequest;
  }

  /** How many SSH keys the account has; undefined where the deployment does not tell. Asked once. */
  async sshKeys(): Promise<number | undefined> {
    this.sshKeysRequest ??= tolerant(this.client.countSshKeys()).catch((error: unknown) => {
      this.sshKeysRequest = undefined;
      throw error;
    });
    return this.sshKeysRequest;
  }

  /**
   * Stops where the key belongs to another account than the resource, or than the resources of this program seen so far.
   * @throws WRONG_ACCOUNT
   */
  async requireAccount(recorded: unknown, what: string, signal?: AbortSignal): Promise<void> {
    const current = await abortable(this.account(), signal);
    if (current === undefined) {
      if (typeof recorded !== "number") return;
      throw new ProviderError(
        "WRONG_ACCOUNT",
        `${what} belongs to account ${String(recorded)}, but ${this.settings.baseUrl} does not tell whose the API key ` +
          `(${this.settings.apiKeySource}) is, though it did when the account was recorded. Nothing was changed. Check ` +
          "`vastai:baseUrl`, and try again later.",
      );
    }
    const expected = typeof recorded === "number" ? [recorded] : [...this.process.recordedAccounts];
    const other = expected.find((account) => account !== current);
    if (other === undefined) return;
    throw new ProviderError(
      "WRONG_ACCOUNT",
      `${what} belongs to account ${String(other)}, but the API key (${this.settings.apiKeySource}) is account ` +
        `${String(current)}'s. Nothing was changed. Use a key of account ${String(other)}; refresh and destroy take ` +
        "it from the configuration stored in the state unless --run-program is given.",
    );
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
