import { createHash } from "node:crypto";
import { canonicalJson } from "../validation/canonical-json";
import { renderDockerFlags } from "../container/docker-flags";
import { canonicalImage } from "../container/image-reference";
import { canonicalPort } from "../container/port-mapping";
import { hasSshByDefault } from "../container/runtype";
import type { TemplateInputs } from "./template-inputs";
import { containsUnknown, UNKNOWN } from "../validation/unknown";
import { DEFAULT_DISK_GB } from "../service-facts";

/** The arguments of a template that shape a machine launched from it. The others never replace an instance. */
export const LAUNCH_ARGUMENTS = [
  "image",
  "tag",
  "env",
  "ports",
  "dockerOptions",
  "onstart",
  "runtype",
  "argsStr",
  "sshDirect",
  "useSsh",
  "jupDirect",
  "jupyterDir",
  "useJupyterLab",
  "recommendedDiskSpace",
] as const satisfies readonly (keyof TemplateInputs)[];

/** Prefix of the digest; another way of computing it gets another version. */
const VERSION = "v1";

/**
 * A fingerprint of what shapes a machine launched from this template: `v1:` and a SHA-256 in hex. Equal meaning gives an
 * equal fingerprint: the order of keys and ports does not count, nor the quoting of docker options, nor whether a default is spelled out or left out, nor
 * whether the tag is in `image` or in `tag`. Made from values that may be secret: treat it as one. Gives the
 * unknown value where one of these arguments is not known yet.
 */
export function launchHash(inputs: Pick<TemplateInputs, (typeof LAUNCH_ARGUMENTS)[number]>): string {
  if (LAUNCH_ARGUMENTS.some((name) => containsUnknown(inputs[name]))) return UNKNOWN;
  const runtype = inputs.runtype ?? "args";
  const shape = {
    image: canonicalImage(inputs.image, inputs.tag),
    env: inputs.env ?? {},
    ports: (inputs.ports ?? []).map(canonicalPort).toSorted(),
    dockerOptions: renderDockerFlags({ options: inputs.dockerOptions }),
    onstart: inputs.onstart ?? "",
    runtype,
    argsStr: inputs.argsStr ?? "",
    sshDirect: inputs.sshDirect ?? false,
    useSsh: inputs.useSsh ?? hasSshByDefault(runtype),
    jupDirect: inputs.jupDirect ?? false,
    jupyterDir: inputs.jupyterDir ?? "",
    useJupyterLab: inputs.useJupyterLab ?? false,
    recommendedDiskSpace: inputs.recommendedDiskSpace ?? DEFAULT_DISK_GB,
  };
  return `${VERSION}:${createHash("sha256").update(canonicalJson(shape)).digest("hex")}`;
}
