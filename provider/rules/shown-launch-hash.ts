import { parseDockerFlags } from "./docker-flags";
import { launchHash } from "./launch-fingerprint";
import { runtypeFamily } from "./runtype";
import type { TemplateRecord } from "./template-record";

/**
 * The `launchHash` of a template that is only read, from what the service shows of it: edits of its name, texts, links
 * and filters leave it as it is. The same as that of the resource that made it, unless the service shows a flag
 * otherwise than it is left out, or the script was sent packed, which nobody can tell from the record. Undefined where the service shows no image.
 */
export function shownLaunchHash(record: TemplateRecord): string | undefined {
  if (record.image === undefined) return undefined;
  const { env, ports, options } = parseDockerFlags(record.env ?? "");
  return launchHash({
    image: record.image,
    tag: record.tag === "" ? undefined : record.tag,
    env,
    ports: [...ports],
    dockerOptions: options,
    onstart: record.onstart,
    runtype: runtypeFamily(record.runtype),
    argsStr: record.argsStr,
    sshDirect: record.sshDirect,
    useSsh: record.useSsh,
    jupDirect: record.jupDirect,
    jupyterDir: record.jupyterDir,
    useJupyterLab: record.useJupyterLab,
    recommendedDiskSpace: record.recommendedDiskSpace,
  });
}
