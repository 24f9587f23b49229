import { credentials, type Metadata, type ServiceError } from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  ConfigureRequest,
  CreateRequest,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ReadRequest,
  UpdateRequest,
  type CheckResponse,
  type ConfigureResponse,
  type CreateResponse,
  type ReadResponse,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";

import { initFailureOf, ProviderCallFailed, type LiveObject } from "./provider-failure";
import { annotateSecrets, forProvider, fromStruct, toStruct, type PropertyMap } from "./property-values";
import type { ResourceState } from "./resource-state";

/** What a provider says about a change. */
export interface ProviderDiff {
  /** Undefined: the provider leaves it to the engine to compare the inputs. */
  changes: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** What a provider says about a set of inputs. */
export interface CheckResult {
  inputs: PropertyMap;
  failures: { property: string; reason: string }[];
}

const MESSAGE_LIMIT = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

type Callback<T> = (error: ServiceError | null, response: T) => void;

function call<T>(send: (callback: Callback<T>) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    send((error, response) => {
      if (error === null) resolve(response);
      else reject(failureOf(error));
    });
  });
}

function failureOf(error: ServiceError & { metadata?: Metadata }): Error {
  return initFailureOf(error) ?? new ProviderCallFailed(error.details);
}

/** What the engine asks of a dynamic provider. Secrets are stripped on the way in and marked again on the way out. */
export class ProviderClient {
  private readonly client: ResourceProviderClient;

  constructor(address: string) {
    this.client = new ResourceProviderClient(address, credentials.createInsecure(), MESSAGE_LIMIT);
  }

  /** Hands over the whole configuration of the stack, `namespace:key`. */
  async configure(config: PropertyMap): Promise<void> {
    const request = new ConfigureRequest().setArgs(toStruct(forProvider(config)));
    await call<ConfigureResponse>((callback) => this.client.configure(request, callback));
  }

  /** Inputs as the provider would have them. */
  async check(urn: string, olds: PropertyMap, news: PropertyMap): Promise<CheckResult> {
    const request = new CheckRequest()
      .setUrn(urn)
      .setOlds(toStruct(forProvider(olds)))
      .setNews(toStruct(forProvider(news)));
    const response = await call<CheckResponse>((callback) => this.client.check(request, callback));
    return {
      inputs: annotateSecrets(fromStruct(response.getInputs()), news),
      failures: response
        .getFailuresList()
        .map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() })),
    };
  }

  /** What a change of `old` to `news` would be. */
  async diff(old: ResourceState, news: PropertyMap): Promise<ProviderDiff> {
    const request = new DiffRequest()
      .setUrn(old.urn)
      .setId(old.id)
      .setOlds(toStruct(forProvider(old.outputs)))
      .setOldInputs(toStruct(forProvider(old.inputs)))
      .setNews(toStruct(forProvider(news)));
    const response = await call<DiffResponse>((callback) => this.client.diff(request, callback));
    const changes = response.getChanges();
    return {
      changes:
        changes === DiffResponse.DiffChanges.DIFF_UNKNOWN
          ? undefined
          : changes === DiffResponse.DiffChanges.DIFF_SOME,
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(resource: ResourceState): Promise<LiveObject> {
    const request = new CreateRequest()
      .setUrn(resource.urn)
      .setProperties(toStruct(forProvider(resource.inputs)));
    return this.live(resource.inputs, async () => {
      const response = await call<CreateResponse>((callback) => this.client.create(request, callback));
      return { id: response.getId(), outputs: fromStruct(response.getProperties()) };
    });
  }

  async update(old: ResourceState, news: PropertyMap): Promise<LiveObject> {
    const request = new UpdateRequest()
      .setUrn(old.urn)
      .setId(old.id)
      .setOlds(toStruct(forProvider(old.outputs)))
      .setOldInputs(toStruct(forProvider(old.inputs)))
      .setNews(toStruct(forProvider(news)));
    return this.live(news, async () => {
      const response = await call<UpdateResponse>((callback) => this.client.update(request, callback));
      return { id: old.id, outputs: fromStruct(response.getProperties()) };
    });
  }

  /** The object as it is now; an empty id when it is gone. `inputs` only when the provider gave some. */
  async read(resource: ResourceState, state: PropertyMap): Promise<LiveObject & { inputs?: PropertyMap }> {
    const request = new ReadRequest()
      .setUrn(resource.urn)
      .setId(resource.id)
      .setInputs(toStruct(forProvider(resource.inputs)))
      .setProperties(toStruct(forProvider(state)));
    const response = await call<ReadResponse>((callback) => this.client.read(request, callback));
    const inputs = response.getInputs();
    return {
      id: response.getId(),
      outputs: annotateSecrets(fromStruct(response.getProperties()), state),
      ...(inputs === undefined ? {} : { inputs: annotateSecrets(fromStruct(inputs), resource.inputs) }),
    };
  }

  async delete(resource: ResourceState): Promise<void> {
    const request = new DeleteRequest()
      .setUrn(resource.urn)
      .setId(resource.id)
      .setProperties(toStruct(forProvider(resource.outputs)))
      .setOldInputs(toStruct(forProvider(resource.inputs)));
    await call<Empty>((callback) => this.client.delete(request, callback));
  }

  /** Tells the provider of the first Ctrl-C; the dynamic provider answers and does nothing. */
  async cancel(): Promise<void> {
    await call<Empty>((callback) => this.client.cancel(new Empty(), callback)).catch(() => undefined);
  }

  /** Cuts the connection; calls under way fail. */
  close(): void {
    this.client.close();
  }

  private async live(inputs: PropertyMap, send: () => Promise<LiveObject>): Promise<LiveObject> {
    try {
      const { id, outputs } = await send();
      return { id, outputs: annotateSecrets(outputs, inputs) };
    } catch (error) {
      const failure = error instanceof Error ? initFailureOf(error) : undefined;
      if (failure === undefined) throw error;
      throw failure.withOutputs(annotateSecrets(failure.outputs, inputs));
    }
  }
}
