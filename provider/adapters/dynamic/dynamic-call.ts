import type { Call } from "../../lifecycle/engine/call";
import { plain, stringOf, stringsOf, type Properties } from "../../lifecycle/engine/engine-values";
import { reportFor } from "../../lifecycle/engine/progress";
import { HIDDEN } from "../../state/hidden";
import type { ResourceKind } from "../../state/type-token";
import { customTimeoutMs, type TimedOperation } from "./custom-timeouts";
import type { ProgramFacts } from "./program-facts";
import type { ProviderHost } from "./provider-host";

/** The call for a check: the resource's class has just passed what it knows. */
export function checkCall(host: ProviderHost, facts: ProgramFacts): Call {
  return {
    urn: facts.urn,
    name: facts.name,
    organization: facts.organization,
    isPreview: facts.preview,
    hasProgram: facts.pid !== undefined,
    timeoutMs: undefined,
    secrets: facts.secrets,
    signal: new AbortController().signal,
    report: reportFor(facts.urn, host.send),
  };
}

/** What a check adds to the inputs for later calls. */
export function carriedInputs(facts: ProgramFacts, kind: ResourceKind): Record<string, unknown> {
  // Nothing in the life of a template reads which of its arguments are secret.
  const secrets = kind === "Instance" && facts.secrets.length > 0 ? facts.secrets : undefined;
  return plain({
    [HIDDEN.urn]: facts.urn,
    [HIDDEN.resourceName]: facts.name,
    [HIDDEN.timeouts]: facts.timeouts,
    [HIDDEN.secrets]: secrets,
  });
}

/** The call for any other operation, from what the check added to the properties. */
export function callFor(
  host: ProviderHost,
  properties: Properties,
  operation: TimedOperation | undefined,
  signal: AbortSignal,
): Call {
  const urn = stringOf(properties[HIDDEN.urn]);
  return {
    urn,
    name: stringOf(properties[HIDDEN.resourceName]) ?? "",
    organization: undefined,
    isPreview: false,
    hasProgram: host.process().programPid !== undefined,
    timeoutMs: operation === undefined ? undefined : customTimeoutMs(properties, operation),
    secrets: stringsOf(properties[HIDDEN.secrets]),
    signal,
    report: reportFor(urn, host.send),
  };
}
