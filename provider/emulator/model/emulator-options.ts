import type { EmulatorClock } from "./emulator-clock";
import type { PaceRule } from "./pace-limit";
import type { PartialOffer } from "./offer-fields";

/** An account of the emulated service. */
export interface EmulatorAccount {
  readonly id: number;
  readonly apiKey: string;
  /** Public keys. Default: one. */
  readonly sshKeys?: readonly string[] | undefined;
  /** Dollars. Default 100. At 0 nothing can be rented. */
  readonly credit?: number | undefined;
  /** Dollars per hour that all live machines together may cost. Default: no limit. */
  readonly spendLimitPerHour?: number | undefined;
  /** Ids of the machines this account lists itself; it cannot rent them. */
  readonly machines?: readonly number[] | undefined;
  /** Account variables, put into every container. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Ids of its volumes, by the machine that holds them. */
  readonly volumes?: readonly { readonly id: number; readonly machineId: number }[] | undefined;
}

/** How long things take, in seconds of the emulator's clock. */
export interface LifecycleTimings {
  /** From the rent to `running`; the first tenth shows null, the second `created`, the rest `loading`. Default 20. */
  readonly loadSeconds: number;
  /** From a start, reboot or recycle to `running`. Default 6. */
  readonly restartSeconds: number;
  /** From a stop to `exited`. Default 2. */
  readonly stopSeconds: number;
  /** How long an `args` machine runs before it exits by itself. Default: forever. */
  readonly jobSeconds: number | undefined;
  /** How long a destroyed instance still shows. Default 0. */
  readonly destroyLagSeconds: number;
  /** How long a new instance is null when read by id. Default 0. */
  readonly readLagSeconds: number;
  /** From `running` to the first port mapping. Default 0. */
  readonly portsLagSeconds: number;
}

/** The options of an emulated service. Everything has a default. */
export interface EmulatorOptions {
  /** Default 0: a free port of 127.0.0.1. */
  readonly port?: number | undefined;
  /** Key of the only account. Default `emulator-key`. */
  readonly apiKey?: string | undefined;
  /** Replaces the only account. */
  readonly accounts?: readonly EmulatorAccount[] | undefined;
  /** The market; each is completed with defaults. Default: about sixty offers generated from `seed`. */
  readonly offers?: readonly PartialOffer[] | undefined;
  /** Seed of the default market. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Only the endpoints of the API specification answer, and `DELETE /api/v0/instances/{id}/`, without which nothing
   * could ever be destroyed; a new template needs the registry fields that the specification requires. `strict` removes that one too, and refuses search keys beyond the specification.
   */
  readonly interfaceOnly?: boolean | "strict" | undefined;
  /** `true` enforces the documented intervals; an object replaces single ones by route name. Default false. */
  readonly rateLimits?: boolean | Readonly<Record<string, PaceRule>> | undefined;
  /** Below 1 the emulated service runs faster. Ignored where a clock is given. Default 1. */
  readonly timeScale?: number | undefined;
  readonly clock?: EmulatorClock | undefined;
  readonly lifecycle?: Partial<LifecycleTimings> | undefined;
  /**
   * How long a reply is delayed, in seconds of the emulator's clock: the service has acted, and the
   * request log still shows the request as under way. Default 0.
   */
  readonly latencySeconds?: number | undefined;
  /** How long a list does not show a new instance, and still shows a destroyed one. Default 0. */
  readonly listLagSeconds?: number | undefined;
  /** Largest page of the instance list. Default 25. */
  readonly pageSize?: number | undefined;
  /** Rents answer with `instance_api_key`; a text is the prefix of the key. Default false. */
  readonly instanceApiKeys?: boolean | string | undefined;
  /** Templates show their registry password when read. Default false. */
  readonly showRegistryPasswords?: boolean | undefined;
  /** What a hash from before an edit does when a machine is rented with it. Default `refuse`. */
  readonly staleTemplates?: "refuse" | "earlier version" | undefined;
  /** Replies carry only the fields of the API specification. Default false. */
  readonly sparseRecords?: boolean | undefined;
}

/** The default timings. */
export const DEFAULT_LIFECYCLE: LifecycleTimings = {
  loadSeconds: 20,
  restartSeconds: 6,
  stopSeconds: 2,
  jobSeconds: undefined,
  destroyLagSeconds: 0,
  readLagSeconds: 0,
  portsLagSeconds: 0,
};
