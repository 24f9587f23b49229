import {
  Server,
  ServerCredentials,
  status,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
} from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import {
  GetRootResourceResponse,
  LogSeverity,
  SetRootResourceResponse,
  type LogRequest,
  type SetRootResourceRequest,
} from "@pulumi/pulumi/proto/engine_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  ReadResourceResponse,
  RegisterResourceResponse,
  SupportsFeatureResponse,
  type ReadResourceRequest,
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  type SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb";

import type { Diagnostic } from "./phase-events";
import { fromProgram, fromStruct, toStruct, type PropertyMap } from "./property-values";
import type { ResourceState } from "./resource-state";

/** What the engine does with the calls of a program and a provider. */
export interface MonitorHandlers {
  log(severity: Diagnostic["severity"], message: string, urn: string, ephemeral: boolean): void;
  register(request: RegisterResourceRequest): Promise<ResourceState>;
  read(request: ReadResourceRequest): Promise<ResourceState>;
  registerOutputs(urn: string, outputs: PropertyMap): void;
  /** The program has nothing more to ask; resolves when it may end. */
  programIsDone(): Promise<void>;
}

const FEATURES: readonly string[] = ["secrets", "resourceReferences", "outputValues", "deletedWith"];

const SEVERITIES: Record<LogSeverity, Diagnostic["severity"] | undefined> = {
  [LogSeverity.DEBUG]: undefined,
  [LogSeverity.INFO]: "info",
  [LogSeverity.WARNING]: "warning",
  [LogSeverity.ERROR]: "error",
};

function unary<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
    Promise.resolve()
      .then(() => answer(call.request))
      .then(
        (response) => callback(null, response),
        (error: unknown) =>
          callback({ code: status.UNKNOWN, details: error instanceof Error ? error.message : String(error) }),
      );
  };
}

/** The servers that a program and a provider talk to: resource monitor and engine, on one port of the loopback. */
export class Monitor {
  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(handlers: MonitorHandlers): Promise<Monitor> {
    const server = new Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
    let rootUrn = "";
    server.addService(EngineService, {
      log: unary((request: LogRequest) => {
        const severity = SEVERITIES[request.getSeverity()];
        if (severity !== undefined) {
          handlers.log(severity, request.getMessage(), request.getUrn(), request.getEphemeral());
        }
        return new Empty();
      }),
      setRootResource: unary((request: SetRootResourceRequest) => {
        rootUrn = request.getUrn();
        return new SetRootResourceResponse();
      }),
      getRootResource: unary(() => new GetRootResourceResponse().setUrn(rootUrn)),
    });
    server.addService(ResourceMonitorService, {
      supportsFeature: unary((request: SupportsFeatureRequest) =>
        new SupportsFeatureResponse().setHassupport(FEATURES.includes(request.getId())),
      ),
      registerResource: unary(async (request: RegisterResourceRequest) => {
        const { urn, id, outputs } = await handlers.register(request);
        return new RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(outputs));
      }),
      readResource: unary(async (request: ReadResourceRequest) => {
        const { urn, outputs } = await handlers.read(request);
        return new ReadResourceResponse().setUrn(urn).setProperties(toStruct(outputs));
      }),
      registerResourceOutputs: unary((request: RegisterResourceOutputsRequest) => {
        handlers.registerOutputs(request.getUrn(), fromProgram(fromStruct(request.getOutputs())));
        return new Empty();
      }),
      signalAndWaitForShutdown: unary(async () => {
        await handlers.programIsDone();
        return new Empty();
      }),
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    return new Monitor(server, `127.0.0.1:${port}`);
  }

  /** Drops every connection at once. */
  close(): void {
    this.server.forceShutdown();
  }
}
