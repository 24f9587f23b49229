import type { Runtype } from "../../rules/container/runtype";
import type { TargetState } from "../../rules/instance/target-state";
import type { VolumeInfo } from "../../rules/instance/volume-info";

/** The request that accepts an offer. Unset fields are omitted from the request. */
export interface AcceptRequest {
  readonly image?: string | undefined;
  readonly templateHashId?: string | undefined;
  readonly label: string;
  readonly disk: number;
  readonly runtype?: Runtype | undefined;
  readonly targetState?: TargetState | undefined;
  readonly price?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** `"8080:80"` or `"53:53/udp"`; joined with `env` on the wire as `"-p 8080:80": "1"` */
  readonly ports?: readonly string[] | undefined;
  readonly cancelUnavail?: boolean | undefined;
  readonly vm?: boolean | undefined;
  readonly onstart?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly argsStr?: string | undefined;
  readonly useJupyterLab?: boolean | undefined;
  readonly jupyterDir?: string | undefined;
  readonly pythonUtf8?: boolean | undefined;
  readonly langUtf8?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly user?: string | undefined;
  readonly imageLogin?: string | undefined;
  readonly volumeInfo?: VolumeInfo | undefined;
}
