import type * as pulumi from "@pulumi/pulumi";
import type { TemplateRuntype } from "../rules/container/runtype";
import type { OfferFiltersArgs } from "./offer-query-args";

/**
 * The arguments of a `Template`, the service's fields in camelCase.
 *
 * @remarks
 * Every change is an edit in place: it gives a new `hashId` and never a new template. Instances that use the template
 * are replaced only by a change of an argument that shapes the machine, marked below; the preview of the same program
 * says so. A value that breaks a rule given here fails the preview with `INVALID_INPUT`, and nothing is sent.
 */
export interface TemplateArgs {
  /**
   * Name at the service, 1 to 200 characters.
   * @default the resource's name with a random suffix
   */
  name?: pulumi.Input<string>;
  /** Docker image, 1 to 1024 characters, without a scheme such as `https://`. Shapes the machine. */
  image: pulumi.Input<string>;
  /**
   * Tag of the image, at most 128 characters, where `image` carries neither tag nor digest. Shapes the machine.
   * @default "latest"
   */
  tag?: pulumi.Input<string>;
  /**
   * Short description, at most 10,000 characters.
   * @default none
   */
  desc?: pulumi.Input<string>;
  /**
   * Longer text, at most 100,000 characters. The service does not show it again, so somebody else's edit of it is not
   * noticed.
   * @default none
   */
  readme?: pulumi.Input<string>;
  /**
   * Environment variables, under those of an instance's own `env`. Names match `[A-Za-z_][A-Za-z0-9_]*`; all together at most
   * 32,768 characters. Values may be secret: none is in a message. Shapes the machine.
   * @default none
   */
  env?: pulumi.Input<Record<string, pulumi.Input<string>>>;
  /**
   * Ports to open, each `"host:container"` or `"host:container/udp"`, at most 64 (the service's limit). Ports are 1 to
   * 65535; a port from 70000 to 99999 mapped to itself requests the same number outside. Shapes the machine.
   * @default none except what the runtype opens
   */
  ports?: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Other docker flags, in docker's own words (`--shm-size=8g`), at most 32,768 characters; no `-e` and no `-p`, which are
   * `env` and `ports`. Shapes the machine.
   * @default none
   */
  dockerOptions?: pulumi.Input<string>;
  /**
   * Script that runs when a machine starts. Above 4048 characters (the service's limit) it is sent packed (gzip and
   * base64) and unpacked on the machine; a script that does not fit even so is refused. Shapes the machine.
   * @default none
   */
  onstart?: pulumi.Input<string>;
  /**
   * The access to its machines: `"ssh"` and `"jupyter"` replace the image's entrypoint with the service's own; `"args"` keeps
   * it, without SSH. Shapes the machine.
   * @default "args"
   */
  runtype?: pulumi.Input<TemplateRuntype>;
  /**
   * Replaces the image's command, at most 4096 characters; only with runtype `args`. Shapes the machine.
   * @default none
   */
  argsStr?: pulumi.Input<string>;
  /**
   * Whether SSH is direct instead of through the service's proxy; needs runtype `ssh` or `jupyter`. Shapes the machine.
   * @default false
   */
  sshDirect?: pulumi.Input<boolean>;
  /**
   * Whether there is SSH access; with runtype `ssh` or `jupyter` always, so `false` is refused there. Shapes the machine.
   * @default true with runtype `ssh` or `jupyter`, else false
   */
  useSsh?: pulumi.Input<boolean>;
  /**
   * Whether Jupyter is direct instead of through the service's proxy; needs runtype `jupyter`. Shapes the machine.
   * @default false
   */
  jupDirect?: pulumi.Input<boolean>;
  /**
   * Folder that Jupyter opens, at most 4096 characters; needs runtype `jupyter`. Shapes the machine.
   * @default the service's own
   */
  jupyterDir?: pulumi.Input<string>;
  /**
   * Whether Jupyter is JupyterLab instead of the notebook; `true` needs runtype `jupyter`. Shapes the machine.
   * @default false
   */
  useJupyterLab?: pulumi.Input<boolean>;
  /**
   * Address of a private registry, at most 1024 characters; together with `dockerLoginUser` and `dockerLoginPass`. The
   * credentials carry over to machines launched from the template.
   * @default none
   */
  dockerLoginRepo?: pulumi.Input<string>;
  /**
   * User at the private registry, at most 1024 characters; together with `dockerLoginRepo` and `dockerLoginPass`.
   * @default none
   */
  dockerLoginUser?: pulumi.Input<string>;
  /**
   * Access token of the private registry, at most 32,768 characters; always a secret. Together with `dockerLoginRepo` and
   * `dockerLoginUser`. A public template with one is refused.
   * @default none
   */
  dockerLoginPass?: pulumi.Input<string>;
  /**
   * Link to the image's page, `http` or `https`, at most 2048 characters.
   * @default what the service derives from the image
   */
  href?: pulumi.Input<string>;
  /**
   * Repository identifier, at most 1024 characters.
   * @default what the service derives from the image
   */
  repo?: pulumi.Input<string>;
  /**
   * Default search filters: merged by key under an instance's `search`, whose own filters win. A new filter that excludes
   * the machine of an instance does not replace it.
   * @default none
   */
  extraFilters?: pulumi.Input<OfferFiltersArgs>;
  /**
   * Disk in GB, at least 8, for machines that name none. Shapes the machine.
   * @default 8
   */
  recommendedDiskSpace?: pulumi.Input<number>;
  /**
   * Whether only the account sees the template; `false` is refused with `dockerLoginPass`.
   * @default true
   */
  private?: pulumi.Input<boolean>;
  /**
   * A hint of any content for the service's own pages: it never attaches a volume.
   * @default none
   */
  volumeInfo?: pulumi.Input<Record<string, unknown>>;
}
