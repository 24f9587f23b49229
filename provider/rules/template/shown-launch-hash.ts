import { launchHash } from "./launch-fingerprint";
import { runtypeFamily } from "../container/runtype";
import type { TemplateResult } from "./template-result";

/**
 * The `launchHash` of a template that is only read, from what the service shows of it: edits of its name, texts, links
 * and filters do not change it. The same as that of the resource that created it, unless the service shows a flag
 * that differs from the default, or the script was sent packed, which the service does not show. Undefined where the service shows no image.
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
