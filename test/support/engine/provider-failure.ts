import type { Metadata } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";

import { fromStruct, type PropertyMap } from "./property-values";

/** An object that exists. */
export interface LiveObject {
  id: string;
  outputs: PropertyMap;
}

/** The provider refused a call, and nothing is known to exist. */
export class ProviderCallFailed extends Error {}

/** The object exists but is not ready: a partial creation or update. */
export class InitFailed extends Error {
  constructor(
    readonly id: string,
    readonly outputs: PropertyMap,
    readonly reasons: string[],
  ) {
    const count = reasons.length === 1 ? "1 error" : `${reasons.length} errors`;
    super(
      reasons.length === 0
        ? "resource init failed"
        : `${count} occurred:\n${reasons.map((reason) => `\t* ${reason}\n`).join("")}\n`,
    );
  }

  /** The same failure with other outputs. */
  withOutputs(outputs: PropertyMap): InitFailed {
    return new InitFailed(this.id, outputs, this.reasons);
  }
}

/** The partial failure that an error of a call carries in its metadata, if it does. */
export function initFailureOf(error: Error & { metadata?: Metadata }): InitFailed | undefined {
  if (error instanceof InitFailed) return error;
  const packed = error.metadata?.get("grpc-status-details-bin")[0];
  if (!(packed instanceof Buffer)) return undefined;
  for (const detail of Status.deserializeBinary(packed).getDetailsList()) {
    const failure = detail.unpack(
      (bytes) => ErrorResourceInitFailed.deserializeBinary(bytes),
      "pulumirpc.ErrorResourceInitFailed",
    );
    if (failure !== null) {
      return new InitFailed(failure.getId(), fromStruct(failure.getProperties()), failure.getReasonsList());
    }
  }
  return undefined;
}
