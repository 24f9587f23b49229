import type { ProviderHost } from "../../provider/adapters/dynamic/provider-host";
import type { TestWorld } from "./start-world";

/** The host of a test's process, for the providers as the engine calls them. */
export function hostOf(process: TestWorld): ProviderHost {
  return {
    process: () => process.process,
    session: () => process.session,
    send: () => undefined,
    clock: process.clock,
    watch: () => undefined,
    randomBytes: (size) => new Uint8Array(size),
  };
}
