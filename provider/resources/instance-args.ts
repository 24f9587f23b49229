import type * as pulumi from "@pulumi/pulumi";
import type { OfferQuery } from "../rules/offer/offer-query";
import type { Runtype } from "../rules/container/runtype";
import type { NestedInput } from "./nested-inputs";
import type { Template } from "./template";

/** Whether a machine is to run. */
export type TargetState = "running" | "stopped";

/** An existing volume, linked. `createNew` is refused until a created volume can be tracked and deleted. */
export interface VolumeInfo {
  /** Only false, for now. */
  readonly createNew?: false;
  /** Id of the volume. */
  readonly volumeId: number;
  /** Where it appears inside the container. */
  readonly mountPath: string;
}

/** How hard a launch tries, as it stands in the outputs. */
export interface LaunchOptions {
  /** Machines that may be rented and given up. */
  readonly attempts?: number;
  /** Seconds that one machine may load. */
  readonly loadTimeoutSeconds?: number;
  /** What ends the wait. */
  readonly waitFor?: "running" | "ports" | "none";
  /** Whether a machine of an earlier, interrupted launch is no reason to stop. */
  readonly ignoreOrphans?: boolean;
}

/**
 * The arguments of an `Instance`. Exactly one of `image`, `template` and `templateHashId` says what runs, exactly one
 * of `search` and `offerIds` says where. What is left out is left to the template, or to the service's default.
 *
 * "Replaces" below means: the change rents a new machine and destroys the old one, and the preview says so.
 */
export interface InstanceArgs {
  /** Docker image, at most 1024 characters. A change replaces. */
  image?: pulumi.Input<string>;
  /**
   * The template to launch from: a `Template`, or its `hashId` output. A change of the template replaces the instance
   * only where it shapes the machine (its `launchHash` differs); names, texts, links, search filters and credentials
   * of the template leave the instance alone.
   */
  template?: Template | pulumi.Input<string>;
  /** Hash of a template from elsewhere. Counts by value: another hash replaces. */
  templateHashId?: pulumi.Input<string>;
  /**
   * Environment variables. Merged by key over the template's; the argument wins. Names match
   * `[A-Za-z_][A-Za-z0-9_]*`; an entry at most 256 characters, all together 32,768. Not visible in SSH sessions unless
   * `onstart` writes them to the system's environment file. A change replaces.
   */
  env?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Ports to open, each `"host:container"` or `"host:container/udp"`, at most 64. A change replaces. */
  ports?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Script run when the machine starts. Above 4048 characters it is sent packed (gzip and base64) and unpacked on the
   * machine; a script that does not fit even so is refused. With `args` and `argsStr` at most 4096 characters, as sent.
   * A change replaces.
   */
  onstart?: pulumi.Input<string>;
  /**
   * How the machine is entered. `ssh…` and `jupyter…` replace the image's entrypoint with the service's own; `args`
   * keeps it, without SSH. A change replaces.
   * @default the template's, else `args` where `args` or `argsStr` is given, else `ssh`
   */
  runtype?: pulumi.Input<Runtype>;
  /**
   * Arguments for the image's entrypoint; only with runtype `args`. At most 4096 characters, with a space between two
   * and together with `onstart` as it is sent. A change replaces.
   */
  args?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Replaces the image's command; only with runtype `args`, not beside `args`. At most 4096 characters, together with
   * `onstart` as it is sent. A change replaces.
   */
  argsStr?: pulumi.Input<string>;
  /** JupyterLab instead of the notebook; only with a jupyter runtype. A change replaces. */
  useJupyterLab?: pulumi.Input<boolean>;
  /** Folder that Jupyter opens; only with a jupyter runtype. A change replaces. */
  jupyterDir?: pulumi.Input<string>;
  /** Python's locale as C.UTF-8. A change replaces. */
  pythonUtf8?: pulumi.Input<boolean>;
  /** The machine's locale as C.UTF-8. A change replaces. */
  langUtf8?: pulumi.Input<boolean>;
  /** User of the container's create step; some images break with it. A change replaces. */
  user?: pulumi.Input<string>;
  /** Secret. Registry credentials, in the service's form `-u <user> -p <token> <registry>`. A change replaces. */
  imageLogin?: pulumi.Input<string>;
  /** A virtual machine instead of a container. Needs an SSH key in the account. A change replaces. */
  vm?: pulumi.Input<boolean>;
  /**
   * Disk in GB, at least 8. Prices are asked for this disk. It cannot grow later: a change replaces.
   * @default the template's `recommendedDiskSpace`, else 8
   */
  disk?: pulumi.Input<number>;
  /** Links an existing volume. The volume is bound to one machine: a replacement deletes first. A change replaces. */
  volumeInfo?: NestedInput<VolumeInfo>;
  /** Skips the service's sanity checks. A change costs nothing. */
  force?: pulumi.Input<boolean>;
  /**
   * Whether the service cancels the rent when the machine cannot start at once. A change costs nothing.
   * @default true for a machine that is to run: the service's own default for bids leaves a queued machine that is
   * paid for
   */
  cancelUnavail?: pulumi.Input<boolean>;
  /**
   * Where to rent: one query, or several in order, the next only when the one before is exhausted. A change replaces
   * only where the new query excludes the rented machine, as recorded when it was rented. Any part may be an output.
   */
  search?: NestedInput<OfferQuery> | NestedInput<readonly OfferQuery[]>;
  /** Candidate offers in order, as from `getOffers`. Offers are spent by the first rent, so a change does nothing. */
  offerIds?: pulumi.Input<pulumi.Input<number>[]>;
  /**
   * Most that may be paid in $/h, with this disk; for a bid, the bid and the disk. Verified again after renting. A
   * change replaces only where the rented machine costs more.
   */
  maxHourlyPriceUsd?: pulumi.Input<number>;
  /**
   * Bid in $/h for the whole machine, 0.001 to 128, without disk. With `search` required for, and only for,
   * `type: "bid"`; with `offerIds` it makes the rent a bid. A change is made in place.
   */
  price?: pulumi.Input<number>;
  /**
   * Name of the instance at the service, at most 256 characters. A change is made in place.
   * @default the resource's name with a random suffix
   */
  label?: pulumi.Input<string>;
  /**
   * Whether the machine is to run. A stopped machine still bills its disk. A change is made in place.
   * @default "running"
   */
  targetState?: pulumi.Input<TargetState>;
  /** How hard to try. A change costs nothing. */
  launch?: pulumi.Input<LaunchArgs>;
}

/** How hard a launch tries. */
export interface LaunchArgs {
  /**
   * How many machines may be rented and given up before the launch fails, 1 to 20. Offers that are gone do not count.
   * @default 5
   */
  attempts?: pulumi.Input<NonNullable<LaunchOptions["attempts"]>>;
  /**
   * How long one machine may load before it is given up, in seconds, 30 to 86400.
   * @default 900
   */
  loadTimeoutSeconds?: pulumi.Input<NonNullable<LaunchOptions["loadTimeoutSeconds"]>>;
  /**
   * What ends the wait: the machine runs, its ports are published too, or nothing (the create returns once rented).
   * @default "running"
   */
  waitFor?: pulumi.Input<NonNullable<LaunchOptions["waitFor"]>>;
  /**
   * Launch although a live machine of an earlier, interrupted launch of this resource exists.
   * @default false
   */
  ignoreOrphans?: pulumi.Input<boolean>;
}
