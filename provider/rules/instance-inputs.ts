import type { OfferQuery } from "./offer-query";

export type Runtype =
  | "ssh"
  | "jupyter"
  | "args"
  | "ssh_proxy"
  | "ssh_direct"
  | "jupyter_proxy"
  | "jupyter_direct";

export type TargetState = "running" | "stopped";

/** `createNew` is refused until a created volume can be tracked and deleted. */
export interface VolumeInfo {
  readonly createNew?: false;
  readonly volumeId: number;
  readonly mountPath: string;
}

export interface LaunchOptions {
  readonly attempts?: number;
  readonly loadTimeoutSeconds?: number;
  readonly waitFor?: "running" | "ports" | "none";
  readonly ignoreOrphans?: boolean;
}

/** The arguments of an `Instance`, checked and normalised. `search` is always a list. */
export interface InstanceInputs {
  readonly image?: string;
  /** the hash of the template, whichever of `template` and `templateHashId` it was given by */
  readonly templateHashId?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly onstart?: string;
  readonly runtype?: Runtype;
  readonly args?: readonly string[];
  readonly argsStr?: string;
  readonly useJupyterLab?: boolean;
  readonly jupyterDir?: string;
  readonly pythonUtf8?: boolean;
  readonly langUtf8?: boolean;
  readonly user?: string;
  readonly imageLogin?: string;
  readonly vm?: boolean;
  readonly disk?: number;
  readonly volumeInfo?: VolumeInfo;
  readonly force?: boolean;
  readonly cancelUnavail?: boolean;
  readonly search?: OfferQuery | readonly OfferQuery[];
  readonly offerIds?: readonly number[];
  readonly maxHourlyPriceUsd?: number;
  readonly price?: number;
  readonly label?: string;
  readonly targetState?: TargetState;
  readonly launch?: LaunchOptions;
}
