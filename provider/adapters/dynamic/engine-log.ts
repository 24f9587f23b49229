import { createRequire } from "node:module";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { SendLine } from "../../lifecycle/engine/progress";

/**
 * Lines in a resource's own row of the terminal, through the engine's log call. Undocumented for dynamic providers, so
 * an engine that does not accept it costs nothing but the lines; the last argument of the process is its address.
 */
export function engineLog(engineAddress: string | undefined): SendLine {
  if (engineAddress === undefined || !/^.+:\d+$/.test(engineAddress)) return () => undefined;
  let client: EngineClient | undefined;
  return ({ urn, message, severity, ephemeral }) => {
    try {
      client ??= new EngineClient(engineAddress, sdkGrpc().credentials.createInsecure());
      const request = new LogRequest();
      request.setUrn(urn);
      request.setMessage(message);
      request.setSeverity(severity === "warning" ? LogSeverity.WARNING : LogSeverity.INFO);
      request.setEphemeral(ephemeral);
      client.log(request, () => undefined);
    } catch {
      // An SDK without this call: the work continues without lines.
    }
  };
}

/** The SDK's own gRPC: credentials of another copy are refused, and a strict package manager hides it from us. */
function sdkGrpc(): typeof import("@grpc/grpc-js") {
  const requireFromSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- `require` cannot know the type
  return requireFromSdk("@grpc/grpc-js");
}
