import type { Call } from "../../provider/lifecycle/engine/call";
import { silentReport } from "../../provider/lifecycle/engine/progress";

/** A call of the engine in a program's `up`, unless said otherwise. */
export function testCall(name: string, urn: string, more: Partial<Call> = {}): Call {
  return {
    urn,
    name,
    organization: "organization",
    isPreview: false,
    hasProgram: true,
    timeoutMs: undefined,
    secrets: [],
    signal: new AbortController().signal,
    report: silentReport,
    ...more,
  };
}
