import type { OfferFilters } from "./offer-query";

/** The arguments of a `Template`, checked. */
export interface TemplateInputs {
  readonly name: string;
  readonly image: string;
  readonly tag?: string;
  readonly desc?: string;
  readonly readme?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly dockerOptions?: string;
  readonly onstart?: string;
  readonly runtype?: "ssh" | "jupyter" | "args";
  readonly argsStr?: string;
  readonly sshDirect?: boolean;
  readonly useSsh?: boolean;
  readonly jupDirect?: boolean;
  readonly jupyterDir?: string;
  readonly useJupyterLab?: boolean;
  readonly dockerLoginRepo?: string;
  readonly dockerLoginUser?: string;
  readonly dockerLoginPass?: string;
  readonly href?: string;
  readonly repo?: string;
  readonly extraFilters?: OfferFilters;
  readonly recommendedDiskSpace?: number;
  readonly private: boolean;
  readonly volumeInfo?: Readonly<Record<string, unknown>>;
}
