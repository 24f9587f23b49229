import type * as pulumi from "@pulumi/pulumi";
import type { Runtype } from "../rules/container/runtype";
import type { PortMapping } from "../rules/instance/connection";
import type { LaunchOptions } from "../rules/instance/launch-options";
import type { TargetState } from "../rules/instance/target-state";
import type { VolumeInfo } from "../rules/instance/volume-info";
import type { OfferQuery } from "../rules/offer/offer-query";
import type { InstanceArgs } from "./instance-args";
import { secretInput } from "./program";
import { linkedTemplate } from "./template";
import { HIDDEN } from "../state/hidden";
import { INSTANCE_ARGUMENTS, INSTANCE_SERVICE_OUTPUTS } from "../state/output-names";
import { isOfType, VastaiResource } from "./vastai-resource";

/**
 * A rented machine. Creating one searches offers, accepts one, waits until the machine runs, and retries on another
 * offer when a host fails; deleting one destroys it and confirms that it is gone.
 *
 * @remarks
 * The id is the contract number. Every argument is an output too, as requested; `label`, `targetState` and `price` show
 * what the service has after a refresh. An output is `undefined` where nothing was requested, or where the deployment
 * shows nothing; in a preview, what is not known yet is not known here either.
 *
 * @example
 * ```ts
 * import { Instance } from "pulumi-vastai";
 *
 * const machine = new Instance("trainer", {
 *   image: "pytorch/pytorch:2.6.0-cuda12.6-cudnn9-runtime",
 *   disk: 32,
 *   search: { filters: { gpuName: ["RTX 4090", "RTX 3090"], numGpus: 1, reliability: { gte: 0.95 } } },
 *   maxHourlyPriceUsd: 0.6,
 * });
 *
 * export const sshCommand = machine.sshCommand;
 * export const hourlyPriceUsd = machine.dphTotal;
 * ```
 *
 * @example An interruptible machine, whose bid can be raised in place
 * ```ts
 * import { Instance } from "pulumi-vastai";
 *
 * const worker = new Instance("worker", {
 *   image: "ubuntu:24.04",
 *   search: { type: "bid", filters: { numGpus: 1, gpuRam: { gte: 24_000 } }, orderBy: [["minBid", "asc"]] },
 *   price: 0.2,
 *   maxHourlyPriceUsd: 0.25,
 * });
 *
 * export const floor = worker.minBid;
 * ```
 */
export class Instance extends VastaiResource {
  /** Docker image, as requested; undefined where a template says what runs. */
  declare readonly image: pulumi.Output<string | undefined>;
  /** Hash of the template from elsewhere that it was launched from, as requested; undefined where none was. */
  declare readonly templateHashId: pulumi.Output<string | undefined>;
  /** Environment variables, as requested, without the template's; undefined where none were. */
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  /** Ports to open, as requested, in the spelling `"80:80"` or `"53:53/udp"`; undefined where none were. */
  declare readonly ports: pulumi.Output<string[] | undefined>;
  /** Script that runs when the machine starts, as requested and not packed; undefined where none was. */
  declare readonly onstart: pulumi.Output<string | undefined>;
  /** The access to the machine, as requested; undefined where the template or a default decides. */
  declare readonly runtype: pulumi.Output<Runtype | undefined>;
  /** Arguments for the image's entrypoint, as requested; undefined where none were. */
  declare readonly args: pulumi.Output<string[] | undefined>;
  /** What replaces the image's command, as requested; undefined where nothing does. */
  declare readonly argsStr: pulumi.Output<string | undefined>;
  /** Hash of the template that it was launched from; undefined where it was not given as `template`. */
  declare readonly template: pulumi.Output<string | undefined>;
  /** Whether Jupyter is JupyterLab, as requested; undefined where it was not given. */
  declare readonly useJupyterLab: pulumi.Output<boolean | undefined>;
  /** Folder that Jupyter opens, as requested; undefined where it was not given. */
  declare readonly jupyterDir: pulumi.Output<string | undefined>;
  /** Whether Python's locale is C.UTF-8, as requested; undefined where it was not given. */
  declare readonly pythonUtf8: pulumi.Output<boolean | undefined>;
  /** Whether the machine's locale is C.UTF-8, as requested; undefined where it was not given. */
  declare readonly langUtf8: pulumi.Output<boolean | undefined>;
  /** User of the container's create step, as requested; undefined where it was not given. */
  declare readonly user: pulumi.Output<string | undefined>;
  /** Secret. Registry credentials, as requested; undefined where none were given. */
  declare readonly imageLogin: pulumi.Output<string | undefined>;
  /** Whether it is a virtual machine, as requested; undefined where it was not given. */
  declare readonly vm: pulumi.Output<boolean | undefined>;
  /** Disk in GB, as requested; undefined where the template or the default of 8 GB decides. */
  declare readonly disk: pulumi.Output<number | undefined>;
  /** The linked volume, as requested; undefined where there is none. */
  declare readonly volumeInfo: pulumi.Output<VolumeInfo | undefined>;
  /** Whether the service skips its sanity checks, as requested; undefined where it was not given. */
  declare readonly force: pulumi.Output<boolean | undefined>;
  /** Whether the service cancels a rent that cannot start, as requested; undefined where it was not given. */
  declare readonly cancelUnavail: pulumi.Output<boolean | undefined>;
  /** The queries in order, as requested, every bare value spelled out; undefined where `offerIds` were given. */
  declare readonly search: pulumi.Output<OfferQuery[] | undefined>;
  /** Candidate offers, as requested; undefined where `search` was given. */
  declare readonly offerIds: pulumi.Output<number[] | undefined>;
  /** How hard the launch tries, as requested, without defaults; undefined where it was not given. */
  declare readonly launch: pulumi.Output<LaunchOptions | undefined>;
  /** Most that may be paid, in $/h, as requested; undefined where there is no limit. */
  declare readonly maxHourlyPriceUsd: pulumi.Output<number | undefined>;
  /** Name of the instance at the service; undefined where one that is only read (`get`) has none. */
  declare readonly label: pulumi.Output<string | undefined>;
  /** Whether the machine is to run, as the service has it since the last refresh. */
  declare readonly targetState: pulumi.Output<TargetState>;
  /** The bid in $/h, without disk, as the service charges it since the last refresh; undefined for a fixed price. */
  declare readonly price: pulumi.Output<number | undefined>;

  /** The contract number: the id, as a number. */
  declare readonly instanceId: pulumi.Output<number>;
  /**
   * What the service observes: `"loading"`, `"running"`, `"stopped"`, `"exited"`, `"offline"`, `"unknown"` or another word
   * of its own; an empty text while the machine is being provisioned.
   */
  declare readonly actualStatus: pulumi.Output<string>;
  /** The state that was requested of the service: `"running"`, `"stopped"` or `"frozen"`; undefined where it shows nothing. */
  declare readonly intendedStatus: pulumi.Output<string | undefined>;
  /** The service's last words on the machine; undefined where it has none. */
  declare readonly statusMsg: pulumi.Output<string | undefined>;
  /** The offer that was accepted, which is spent; undefined where the machine was not rented here (`get`, `recover`). */
  declare readonly offerId: pulumi.Output<number | undefined>;
  /** The physical machine, the same in every offer of it; undefined where the deployment does not show it. */
  declare readonly machineId: pulumi.Output<number | undefined>;
  /** Who offers the machine; undefined where the deployment does not show it. */
  declare readonly hostId: pulumi.Output<number | undefined>;
  /** GPU model as the service spells it, `"RTX 4090"`; undefined where the deployment does not show it. */
  declare readonly gpuName: pulumi.Output<string | undefined>;
  /** How many GPUs the machine has; undefined where the deployment does not show it. */
  declare readonly numGpus: pulumi.Output<number | undefined>;
  /** Memory of one GPU, in MB; undefined where the deployment does not show it. */
  declare readonly gpuRam: pulumi.Output<number | undefined>;
  /** Price in $/h, GPU and disk, whether it runs or not; undefined where the deployment shows no price. */
  declare readonly dphTotal: pulumi.Output<number | undefined>;
  /** Rate in $/h that is charged now: only the disk while stopped; undefined where the deployment does not show it. */
  declare readonly hourlyCostUsd: pulumi.Output<number | undefined>;
  /** Whether the machine is interruptible; undefined where the deployment does not show it. */
  declare readonly isBid: pulumi.Output<boolean | undefined>;
  /** The machine's floor for bids now, in $/h, without disk; undefined where the deployment does not show it. */
  declare readonly minBid: pulumi.Output<number | undefined>;
  /** Place and two-letter country code, `"Sweden, SE"`; undefined where the deployment does not show it. */
  declare readonly geolocation: pulumi.Output<string | undefined>;
  /** Host of the service's SSH proxy, as the service shows it; undefined where it shows none. */
  declare readonly sshHost: pulumi.Output<string | undefined>;
  /** Port of the service's SSH proxy, as the service shows it; undefined where it shows none. */
  declare readonly sshPort: pulumi.Output<number | undefined>;
  /**
   * A command that opens a shell on the machine, `ssh -p <port> root@<host>`: directly where port 22 is published, else
   * through the service's proxy. Undefined while the machine does not run, and with runtype `args`.
   */
  declare readonly sshCommand: pulumi.Output<string | undefined>;
  /** Public address of the machine, IPv4 or IPv6; undefined where the service shows none. */
  declare readonly publicIpaddr: pulumi.Output<string | undefined>;
  /** Container port (`"8080/tcp"`) to its public address; undefined while the machine does not run or publishes none. */
  declare readonly portMappings: pulumi.Output<Record<string, PortMapping> | undefined>;
  /** Where Jupyter is, without its token; undefined unless the runtype is `jupyter_direct` and the machine runs. */
  declare readonly jupyterUrl: pulumi.Output<string | undefined>;
  /** Secret. The token that Jupyter requires; undefined where the service shows none. */
  declare readonly jupyterToken: pulumi.Output<string | undefined>;
  /** When the contract started, in epoch seconds; undefined where the deployment does not show it. */
  declare readonly startDate: pulumi.Output<number | undefined>;
  /**
   * When the contract ends, in epoch seconds: the machine stops then and may be erased 48 h later. Undefined where the
   * deployment does not show it.
   */
  declare readonly endDate: pulumi.Output<number | undefined>;

  /**
   * Declares a machine: `pulumi up` rents it, `pulumi destroy` destroys it.
   *
   * @param name - the resource's name, also the start of the default label
   * @param args - what to rent and what to run on it
   * @param options - Pulumi's own; of `customTimeouts`, create is 60 minutes where it is not set, update 20, delete 15
   * @throws `INVALID_INPUT` in a preview where an argument breaks a rule
   * @throws `NO_OFFER` where nothing is left to rent; `HOST_FAILED`, `NOT_READY` or `WRONG_DELIVERY` where every machine
   * that was rented failed: all of them are destroyed by then
   * @throws `ORPHAN_FOUND` where an interrupted launch left a live machine behind, unless `launch.ignoreOrphans` is set
   * @throws `ANSWER_LOST`, `CANCELLED` or `DESTROY_FAILED` where a machine may still be billed: the message says which, and the
   * state records it
   * @throws `INSUFFICIENT_CREDIT`, `SPEND_LIMIT`, `NO_SSH_KEY`, `REGISTRY_LOGIN_REFUSED`, `UNKNOWN_TEMPLATE`,
   * `INVALID_PRICE`, `INVALID_ARGUMENTS` or `REFUSED` where the service refuses
   * @throws `MISSING_API_KEY`, `LOGIN_REFUSED`, `SESSION_EXPIRED`, `PERMISSION_DENIED`, `WRONG_ACCOUNT` or
   * `INVALID_SETTING` where the key or a setting cannot be used
   * @throws `RATE_LIMITED`, `UNREACHABLE`, `SERVICE_ERROR`, `UNEXPECTED_REPLY` or `UNSUPPORTED` where the service gives no
   * answer that can be used
   */
  constructor(name: string, args: InstanceArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...emptyOutputs(), ...withTemplate(args), imageLogin: secretInput(args.imageLogin) };
    const secretOutputs = ["jupyterToken", "imageLogin", HIDDEN.templateLaunchHash];
    super(name, { type: "Instance", args, inputs, secretOutputs }, options);
  }

  /**
   * Reads an instance that exists, without managing it: nothing of it is changed or destroyed. Outputs that only show what
   * was requested are undefined.
   *
   * @param name - the resource's name
   * @param id - the contract number, as text
   * @param options - Pulumi's own
   * @returns the instance as the service shows it
   * @throws `NOT_FOUND` where the account has no such instance
   *
   * @example
   * ```ts
   * import { Instance } from "pulumi-vastai";
   *
   * export const status = Instance.get("existing", "12345678").actualStatus;
   * ```
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {}, { ...options, id });
  }

  /**
   * Whether a value is an `Instance`, also one of another copy of this package in the same process.
   *
   * @param obj - any value
   * @returns true for an `Instance`
   */
  static override isInstance(obj: unknown): obj is Instance {
    return isOfType(obj, "Instance");
  }
}

/** `template` becomes the hash that is sent and, for a `Template` of this program, the link that previews need. */
function withTemplate({ template, ...args }: InstanceArgs): Record<string, unknown> {
  const linked = linkedTemplate(template ?? args.templateHashId);
  if (linked === undefined) return template === undefined ? { ...args } : { ...args, template };
  const { hashId, launchHash, ...rest } = linked;
  return {
    ...args,
    ...(template === undefined ? { templateHashId: hashId } : { template: hashId }),
    [HIDDEN.template]: rest,
    [HIDDEN.templateLaunchHash]: launchHash,
  };
}

/** Every output has to be declared to the SDK, or programs never see it. */
function emptyOutputs(): Record<string, undefined> {
  const names = [...INSTANCE_ARGUMENTS, ...INSTANCE_SERVICE_OUTPUTS];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
