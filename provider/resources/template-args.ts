import type * as pulumi from "@pulumi/pulumi";
import type { OfferFilters } from "../rules/offer/offer-query";
import type { NestedInput } from "./nested-inputs";

/**
 * The arguments of a `Template`, the service's fields in camelCase. Every change is an edit in place: it gives a new
 * `hashId` and never a new template. Instances that use the template are replaced only by a change that shapes the
 * machine (marked "shapes the machine" below); the preview of the same program says so.
 */
export interface TemplateArgs {
  /**
   * Name at the service.
   * @default the resource's name with a random suffix
   */
  name?: pulumi.Input<string>;
  /** Docker image, at most 1024 characters. Shapes the machine. */
  image: pulumi.Input<string>;
  /**
   * Tag of the image; it may stand in `image` instead. Shapes the machine.
   * @default "latest"
   */
  tag?: pulumi.Input<string>;
  /** Short description. */
  desc?: pulumi.Input<string>;
  /** Longer text. */
  readme?: pulumi.Input<string>;
  /** Environment variables. Shapes the machine. */
  env?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /** Ports to open, each `"host:container"` or `"host:container/udp"`. Shapes the machine. */
  ports?: pulumi.Input<pulumi.Input<string>[]>;
  /** Other docker flags, in docker's own words (`--shm-size=8g`). Shapes the machine. */
  dockerOptions?: pulumi.Input<string>;
  /** Script run when a machine starts. Shapes the machine. */
  onstart?: pulumi.Input<string>;
  /**
   * `ssh`, `jupyter` or `args`. Shapes the machine.
   * @default "args"
   */
  runtype?: pulumi.Input<"ssh" | "jupyter" | "args">;
  /** Replaces the image's command; used with runtype `args`. Shapes the machine. */
  argsStr?: pulumi.Input<string>;
  /** Direct SSH connection, recommended with runtype `ssh`. Shapes the machine. */
  sshDirect?: pulumi.Input<boolean>;
  /** SSH access. Shapes the machine. */
  useSsh?: pulumi.Input<boolean>;
  /** Direct Jupyter connection. Shapes the machine. */
  jupDirect?: pulumi.Input<boolean>;
  /** Folder that Jupyter opens. Shapes the machine. */
  jupyterDir?: pulumi.Input<string>;
  /** JupyterLab instead of the notebook. Shapes the machine. */
  useJupyterLab?: pulumi.Input<boolean>;
  /** Address of a private registry. Its credentials carry over to machines launched from the template. */
  dockerLoginRepo?: pulumi.Input<string>;
  /** User at the private registry. */
  dockerLoginUser?: pulumi.Input<string>;
  /** Secret. Access token of the private registry. A public template with one is refused. */
  dockerLoginPass?: pulumi.Input<string>;
  /** Link to the image's page. */
  href?: pulumi.Input<string>;
  /** Repository identifier. */
  repo?: pulumi.Input<string>;
  /** Default search filters: merged by key under an instance's `search`, whose own filters win. */
  extraFilters?: NestedInput<OfferFilters>;
  /**
   * Disk in GB for machines that name none, at least 8. Shapes the machine.
   * @default 8
   */
  recommendedDiskSpace?: pulumi.Input<number>;
  /**
   * Whether only the account sees the template.
   * @default true
   */
  private?: pulumi.Input<boolean>;
  /** A hint for the service's own pages only: it never attaches a volume. */
  volumeInfo?: pulumi.Input<Record<string, unknown>>;
}
