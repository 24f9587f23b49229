import type * as pulumi from "@pulumi/pulumi";
import type { PortMapping } from "../rules/instance/connection";
import type { OfferQuery } from "../rules/offer/offer-query";
import type { Runtype } from "../rules/container/runtype";
import type { InstanceArgs, LaunchOptions, VolumeInfo } from "./instance-args";
import { secretInput } from "./program";
import { templateHandOver } from "./template";
import { VastaiResource } from "./vastai-resource";
import { HIDDEN } from "../state/hidden";
import { INSTANCE_ARGUMENTS, INSTANCE_SERVICE_OUTPUTS } from "../state/output-names";

/**
 * A rented machine. Creating one searches offers, accepts one, waits until the machine runs, and draws again when a
 * host is bad; deleting one destroys it and confirms that it is gone.
 *
 * The id is the contract number. Every argument is an output too, as it was asked; `label`, `targetState` and `price`
 * show what the service has after a refresh.
 */
export class Instance extends VastaiResource {
  declare readonly image: pulumi.Output<string | undefined>;
  declare readonly templateHashId: pulumi.Output<string | undefined>;
  declare readonly env: pulumi.Output<Record<string, string> | undefined>;
  declare readonly ports: pulumi.Output<string[] | undefined>;
  declare readonly onstart: pulumi.Output<string | undefined>;
  declare readonly runtype: pulumi.Output<Runtype | undefined>;
  declare readonly args: pulumi.Output<string[] | undefined>;
  declare readonly argsStr: pulumi.Output<string | undefined>;
  /** The hash of the template it was launched from, where it was given as `template`. */
  declare readonly template: pulumi.Output<string | undefined>;
  declare readonly useJupyterLab: pulumi.Output<boolean | undefined>;
  declare readonly jupyterDir: pulumi.Output<string | undefined>;
  declare readonly pythonUtf8: pulumi.Output<boolean | undefined>;
  declare readonly langUtf8: pulumi.Output<boolean | undefined>;
  declare readonly user: pulumi.Output<string | undefined>;
  /** Secret. */
  declare readonly imageLogin: pulumi.Output<string | undefined>;
  declare readonly vm: pulumi.Output<boolean | undefined>;
  /** GB, as it was asked */
  declare readonly disk: pulumi.Output<number | undefined>;
  declare readonly volumeInfo: pulumi.Output<VolumeInfo | undefined>;
  declare readonly force: pulumi.Output<boolean | undefined>;
  declare readonly cancelUnavail: pulumi.Output<boolean | undefined>;
  /** The queries in order, every bare value spelled out. */
  declare readonly search: pulumi.Output<OfferQuery[] | undefined>;
  declare readonly offerIds: pulumi.Output<number[] | undefined>;
  declare readonly launch: pulumi.Output<LaunchOptions | undefined>;
  /** $/h, as it was asked */
  declare readonly maxHourlyPriceUsd: pulumi.Output<number | undefined>;
  declare readonly label: pulumi.Output<string>;
  declare readonly targetState: pulumi.Output<string>;
  /** $/h, the bid */
  declare readonly price: pulumi.Output<number | undefined>;

  /** The contract number. */
  declare readonly instanceId: pulumi.Output<number>;
  /** What the service observes: `loading`, `running`, `stopped`, `exited`, … */
  declare readonly actualStatus: pulumi.Output<string>;
  /** What the service was asked for: `running` or `stopped`. */
  declare readonly intendedStatus: pulumi.Output<string>;
  /** The service's last words on the machine; undefined where it has none. */
  declare readonly statusMsg: pulumi.Output<string>;
  /** The offer that was accepted; it is spent. */
  declare readonly offerId: pulumi.Output<number>;
  declare readonly machineId: pulumi.Output<number>;
  declare readonly hostId: pulumi.Output<number>;
  declare readonly gpuName: pulumi.Output<string>;
  declare readonly numGpus: pulumi.Output<number>;
  /** MB per GPU */
  declare readonly gpuRam: pulumi.Output<number>;
  /** $/h, GPU and disk; undefined where the deployment shows no price */
  declare readonly dphTotal: pulumi.Output<number>;
  /** $/h, the rate that is charged now: only the disk while stopped; undefined where the deployment shows no price */
  declare readonly hourlyCostUsd: pulumi.Output<number>;
  /** Whether the machine is interruptible. */
  declare readonly isBid: pulumi.Output<boolean>;
  /** $/h, the machine's floor for bids; undefined where the deployment shows none */
  declare readonly minBid: pulumi.Output<number>;
  declare readonly geolocation: pulumi.Output<string>;
  /** The service's SSH proxy, as it shows it; undefined where it shows none. */
  declare readonly sshHost: pulumi.Output<string>;
  /** Port of the proxy, as the service shows it; undefined where it shows none. */
  declare readonly sshPort: pulumi.Output<number>;
  /** A command that opens a shell on the machine; undefined while it does not run, and with runtype `args`. */
  declare readonly sshCommand: pulumi.Output<string>;
  declare readonly publicIpaddr: pulumi.Output<string>;
  /** Container port (`"8080/tcp"`) to where it is reached; undefined while the machine does not run or publishes none. */
  declare readonly portMappings: pulumi.Output<Record<string, PortMapping>>;
  /** Where Jupyter is; undefined unless the runtype is `jupyter_direct` and the machine runs. */
  declare readonly jupyterUrl: pulumi.Output<string>;
  /** Secret; undefined where the service shows none. */
  declare readonly jupyterToken: pulumi.Output<string>;
  /** epoch seconds */
  declare readonly startDate: pulumi.Output<number>;
  /** epoch seconds; the machine stops then, and is erased 48 h later */
  declare readonly endDate: pulumi.Output<number>;

  /**
   * @param name the resource's name, also the start of the default label
   * @param args what to rent and what to run on it
   * @param options `customTimeouts` are honoured: create 60 minutes, update 20, delete 15 by default
   */
  constructor(name: string, args: InstanceArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...emptyOutputs(), ...withTemplate(args), imageLogin: secretInput(args.imageLogin) };
    const secretOutputs = ["jupyterToken", "imageLogin", HIDDEN.templateLaunchHash];
    super(name, { type: "Instance", args, inputs, secretOutputs }, options);
  }

  /** Reads an instance that exists, without managing it. An unknown id is an error (`NOT_FOUND`). */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Instance {
    return new Instance(name, {}, { ...options, id });
  }
}

/** `template` becomes the hash that is sent and, for a `Template` of this program, what previews need to know of it. */
function withTemplate({ template, ...args }: InstanceArgs): Record<string, unknown> {
  const handOver = templateHandOver(template ?? args.templateHashId);
  if (handOver === undefined) return template === undefined ? { ...args } : { ...args, template };
  const { hashId, launchHash, ...rest } = handOver;
  return {
    ...args,
    ...(template === undefined ? { templateHashId: hashId } : { template: hashId }),
    [HIDDEN.template]: rest,
    [HIDDEN.templateLaunchHash]: launchHash,
  };
}

/** Every output has to be named to the SDK, or programs never see it. */
function emptyOutputs(): Record<string, undefined> {
  const names = [...INSTANCE_ARGUMENTS, ...INSTANCE_SERVICE_OUTPUTS];
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
