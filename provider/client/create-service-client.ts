import { hasCode, type ProviderError } from "../errors";
import { accountCalls } from "./account";
import { callMaker, type CallContext, type MakeCall } from "./call";
import type { EndpointName } from "./endpoints";
import { instanceCalls } from "./instances";
import { offerCalls } from "./offers";
import type { ServiceClient } from "./service-client";
import { templateCalls } from "./templates";

/** Calls that a deployment has or lacks as a whole, whatever they are asked. */
const WHOLE: ReadonlySet<EndpointName> = new Set(["listInstances", "getAccount", "countSshKeys"]);

/** The service, one method per operation, over the given transport, clock and pacer. */
export function createServiceClient(context: CallContext): ServiceClient {
  const make = rememberingUnsupported(callMaker(context));
  return {
    ...offerCalls(make),
    ...instanceCalls(make),
    ...templateCalls(make),
    ...accountCalls(make),
  };
}

/** What this deployment lacks is asked for once. */
function rememberingUnsupported(make: MakeCall): MakeCall {
  const missing = new Map<EndpointName, ProviderError>();
  return async (name, begin, options) => {
    const known = missing.get(name);
    if (known !== undefined) {
      throw known;
    }
    try {
      return await make(name, begin, options);
    } catch (error) {
      if (WHOLE.has(name) && hasCode(error, "UNSUPPORTED")) {
        missing.set(name, error);
      }
      throw error;
    }
  };
}
