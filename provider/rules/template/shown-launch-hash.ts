import { launchHash } from "./launch-fingerprint";
import { runtypeFamily } from "../container/runtype";
import type { TemplateResult } from "./template-result";

/**
 * The `launchHash` of a template that is only read, from what the service shows of it: edits of its name, texts, links
 * and filters leave it as it is. The same as that of the resource that made it, unless the service shows a flag
 * otherwise than it is left out, or the script was sent packed, which nobody can tell from what is shown. Undefined where the service shows no image.
 */
export function shownLaunchHash({ image, ...shown }: TemplateResult): string | undefined {
  if (image === undefined) return undefined;
  return launchHash({
    ...shown,
    image,
    ports: shown.ports === undefined ? undefined : [...shown.ports],
    tag: shown.tag === "" ? undefined : shown.tag,
    runtype: runtypeFamily(shown.runtype),
  });
}
