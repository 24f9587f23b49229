import type * as pulumi from "@pulumi/pulumi";
import type { Runtype } from "../rules/container/runtype";
import type { LaunchOptions } from "../rules/instance/launch-options";
import type { TargetState } from "../rules/instance/target-state";
import type { VolumeInfo } from "../rules/instance/volume-info";
import type { NestedArgs } from "./nested-inputs";
import type { OfferQueryArgs } from "./offer-query-args";
import type { Template } from "./template";

/** A `VolumeInfo` of which any part may be an `Output`. */
export type VolumeInfoArgs = NestedArgs<VolumeInfo>;

/** A `LaunchOptions` of which any part may be an `Output`. */
export type LaunchOptionsArgs = NestedArgs<LaunchOptions>;

/**
 * The arguments of an `Instance`. Exactly one of `image`, `template` and `templateHashId` says what runs, exactly one
 * of `search` and `offerIds` says where. What is left out is left to the template, or to the service's default.
 *
 * @remarks
 * Each argument says what a change of it costs. "Replaces" means that a new machine is rented and the old one
 * destroyed with everything on its disk; the preview says so, and why. A value that breaks a rule given here fails the
 * preview with `INVALID_INPUT`, and nothing is sent.
 */
export interface InstanceArgs {
  /**
   * Docker image, 1 to 1024 characters, without a scheme such as `https://`. A change replaces.
   * @default none: `template` or `templateHashId` has to be given instead
   */
  image?: pulumi.Input<string>;
  /**
   * The template to launch from: a `Template`, or the `hashId` output of one. A change of the template replaces only where
   * it shapes the machine (its `launchHash` differs); its name, texts, links, search filters and credentials leave the
   * instance alone. Unknown to the service: `UNKNOWN_TEMPLATE`.
   * @default none: `image` or `templateHashId` has to be given instead
   */
  template?: Template | pulumi.Input<string>;
  /**
   * Hash of a template from elsewhere, at most 256 characters; not the numeric id. Another hash replaces, as does one
   * that a preview does not know yet. Unknown to the service: `UNKNOWN_TEMPLATE`.
   * @default none: `image` or `template` has to be given instead
   */
  templateHashId?: pulumi.Input<string>;
  /**
   * Environment variables, merged by key over the template's; the argument wins. Names match
   * `[A-Za-z_][A-Za-z0-9_]*`; an entry has at most 256 characters with its name, all together 32,768 (the service's
   * limits). Not visible in SSH sessions unless `onstart` writes them to `/etc/environment`. Values may be secret: none is
   * in a message. A change replaces.
   * @default the template's, else none
   */
  env?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Ports to open, each `"host:container"` or `"host:container/udp"`, at most 64 (the service's limit). Ports are 1 to
   * 65535; a port from 70000 to 99999 mapped to itself requests the same number outside. A change replaces.
   * @default the template's, and what the runtype opens: 22 for `ssh_direct`, 22 and 8080 for `jupyter_direct`
   */
  ports?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Script that runs when the machine starts. Above 4048 characters it is sent packed (gzip and base64) and unpacked on
   * the machine; a script that does not fit even so is refused. As sent, it has at most 4096 characters together with
   * `args` and `argsStr` (the service's limits). A change replaces.
   * @default the template's, else none
   */
  onstart?: pulumi.Input<string>;
  /**
   * The access to the machine. `ssh…` and `jupyter…` replace the image's entrypoint with the service's own; `args`
   * keeps it, without SSH. `ssh` means `ssh_proxy`, and `jupyter` means `jupyter_proxy`. A change replaces.
   * @default the template's, else `"args"` where `args` or `argsStr` is given, else `"ssh"`
   */
  runtype?: pulumi.Input<Runtype>;
  /**
   * Arguments for the image's entrypoint; only with runtype `args`, not with `argsStr` or `vm`. At most 4096
   * characters, counted with a space between two and together with `onstart` as it is sent. A change replaces.
   * @default none
   */
  args?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Replaces the image's command; only with runtype `args`, not with `args` or `vm`. At most 4096 characters, together
   * with `onstart` as it is sent. A change replaces.
   * @default the template's, else none
   */
  argsStr?: pulumi.Input<string>;
  /**
   * Whether Jupyter is JupyterLab instead of the notebook; `true` needs a jupyter runtype. A change replaces.
   * @default the template's, else false
   */
  useJupyterLab?: pulumi.Input<boolean>;
  /**
   * Folder that Jupyter opens, at most 4096 characters; only with a jupyter runtype. A change replaces.
   * @default the template's, else the service's own
   */
  jupyterDir?: pulumi.Input<string>;
  /**
   * Whether Python's locale is C.UTF-8. A change replaces.
   * @default false
   */
  pythonUtf8?: pulumi.Input<boolean>;
  /**
   * Whether the machine's locale is C.UTF-8. A change replaces.
   * @default false
   */
  langUtf8?: pulumi.Input<boolean>;
  /**
   * User of the container's create step, at most 256 characters; some images break with it. A change replaces.
   * @default the image's own
   */
  user?: pulumi.Input<string>;
  /**
   * Registry credentials in the service's form `-u <user> -p <token> <registry>`; always a secret. Refused by the
   * registry: `REGISTRY_LOGIN_REFUSED`. A change replaces.
   * @default the template's, else none
   */
  imageLogin?: pulumi.Input<string>;
  /**
   * Whether a virtual machine is created instead of a container. The account needs an SSH key first
   * (`NO_SSH_KEY`). A change replaces.
   * @default false
   */
  vm?: pulumi.Input<boolean>;
  /**
   * Disk reserved on the machine, in GB, at least 8. Prices include it, and it is billed while the machine is stopped. It
   * cannot be resized: a change replaces.
   * @default the template's `recommendedDiskSpace`, else 8
   */
  disk?: pulumi.Input<number>;
  /**
   * Links an existing volume, which is bound to one physical machine. A change replaces, and the old machine is destroyed before
   * the new one is rented.
   * @default none
   */
  volumeInfo?: pulumi.Input<VolumeInfoArgs>;
  /**
   * Whether the service skips its sanity checks. A change sends no request.
   * @default false
   */
  force?: pulumi.Input<boolean>;
  /**
   * Whether the service cancels the rent when the machine cannot start at once. `false` may leave a queued machine that
   * is billed. A change sends no request.
   * @default true for a machine that is to run, also for a bid, where the service's own default is false
   */
  cancelUnavail?: pulumi.Input<boolean>;
  /**
   * Where to rent: one query, or several in order, the next only when the one before is exhausted; all of one `type`.
   * A change replaces only where the new query excludes the rented machine, as recorded when it was rented; the preview
   * names the filter. Nothing left to rent: `NO_OFFER`.
   * @default none: `offerIds` has to be given instead
   */
  search?: pulumi.Input<OfferQueryArgs> | pulumi.Input<readonly pulumi.Input<OfferQueryArgs>[]>;
  /**
   * Ids of candidate offers in order, as from `getOffers`; at least one, none twice. Offers are spent by the first rent,
   * so a change does nothing. Nothing left to rent: `NO_OFFER`.
   * @default none: `search` has to be given instead
   */
  offerIds?: pulumi.Input<pulumi.Input<number>[]>;
  /**
   * Most that may be paid, in $/h, above 0, with this disk; for a bid, the bid and the disk. Verified again after
   * renting: a machine that costs more is discarded. A change replaces only where the rented machine costs more.
   * @default none: any price
   */
  maxHourlyPriceUsd?: pulumi.Input<number>;
  /**
   * Bid in $/h for the whole machine, without disk, 0.001 to 128 (the service's limits). With `search` required for, and
   * only for, `type: "bid"`; with `offerIds` it makes the rent a bid. Another bid is set in place; setting or removing the
   * bid replaces. Below the machine's floor: `INVALID_PRICE`.
   * @default none: a fixed price
   */
  price?: pulumi.Input<number>;
  /**
   * Name of the instance at the service, 1 to 256 characters (the service's limit), which must not end like a launch
   * token of this provider. A change is made in place.
   * @default the resource's name with a random suffix
   */
  label?: pulumi.Input<string>;
  /**
   * Whether the machine is to run. The disk of a stopped machine is still billed, and its GPUs may be taken by others: a start
   * without a free GPU ends with `START_REFUSED`. A change is made in place.
   * @default "running"
   */
  targetState?: pulumi.Input<TargetState>;
  /**
   * How hard the launch tries. A change sends no request.
   * @default each option's own default
   */
  launch?: pulumi.Input<LaunchOptionsArgs>;
}
