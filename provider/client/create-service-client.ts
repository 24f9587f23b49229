import { hasCode, ProviderError } from "../errors";
import type { Clock } from "../wire/clock";
import { accountCalls } from "./account";
import { callMaker, callsBy, type CallContext, type Perform } from "./call";
import type { EndpointName } from "./endpoints";
import { instanceCalls } from "./instances";
import { offerCalls } from "./offers";
import type { ServiceClient } from "./service-client";
import { templateCalls } from "./templates";

/** Calls that a deployment has or lacks as a whole, whatever their arguments. */
const WHOLE: ReadonlySet<EndpointName> = new Set(["listInstances", "getAccount", "countSshKeys"]);

/** Between two requests for what may be missing, in ms. */
const ASK_AGAIN_MS = 3000;

/** The service, one method per operation, over the given transport, clock and pacer. */
export function createServiceClient(context: CallContext): ServiceClient {
  const calls = callsBy(rememberingUnsupported(callMaker(context), context.clock));
  return {
    ...offerCalls(calls),
    ...instanceCalls(calls),
    ...templateCalls(calls),
    ...accountCalls(calls),
  };
}

/**
 * What this deployment lacks is not requested again. A single 404 proves nothing, since a gateway may write one: it has to
 * come twice, and from an endpoint that has never answered.
 */
function rememberingUnsupported(perform: Perform, clock: Clock): Perform {
  const missing = new Map<EndpointName, ProviderError>();
  const present = new Set<EndpointName>();
  return async (planned, options) => {
    const { name } = planned;
    const known = missing.get(name);
    if (known !== undefined) {
      throw known;
    }
    for (let isFirst = true; ; isFirst = false) {
      try {
        const answer = await perform(planned, options);
        present.add(name);
        return answer;
      } catch (error) {
        if (!WHOLE.has(name) || !hasCode(error, "UNSUPPORTED")) {
          throw error;
        }
        if (present.has(name)) {
          throw new ProviderError("SERVICE_ERROR", `${error.message} It answered before: try again later.`, {
            ...error.details,
            cause: error,
          });
        }
        if (!isFirst || error.details.status !== 404) {
          missing.set(name, error);
          throw error;
        }
      }
      await clock.sleep(ASK_AGAIN_MS, options?.signal);
    }
  };
}
