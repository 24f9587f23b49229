import { processHost } from "./process-host";
import { resourceProviders } from "./resource-providers";

/** What the text in every state requires by these names: a wire format. */
export const { Instance, Template } = resourceProviders(processHost);
