import * as pulumi from "@pulumi/pulumi";
import { SERIALIZED_PROVIDER } from "../state/serialized-provider";
import { TYPE_TOKEN } from "../state/type-token";
import type { ResourceKind } from "../state/type-token";
import { programFacts, withHidden } from "./program";
import { PausedStackTraces } from "./stack-traces";
import { HIDDEN, HIDDEN_INPUTS } from "../state/hidden";

/** How a resource of this package is declared to the engine, whichever it is. */
export interface Declaration {
  readonly type: ResourceKind;
  /** The arguments as the program gave them. */
  readonly args: object;
  /** What is sent: every output by name, and the arguments. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly secretOutputs: readonly string[];
}

/** A resource of this package: what it asks, what the provider process has to know, and the line that loads us there. */
export abstract class VastaiResource extends pulumi.CustomResource {
  protected constructor(
    name: string,
    { type, args, inputs, secretOutputs }: Declaration,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    const sent = {
      ...inputs,
      [HIDDEN.program]: programFacts(TYPE_TOKEN[type], name, options, args),
      [HIDDEN.provider]: SERIALIZED_PROVIDER[type],
    };
    const stackTraces = new PausedStackTraces();
    try {
      super(TYPE_TOKEN[type], name, sent, withHidden(options, HIDDEN_INPUTS, secretOutputs));
    } catch (error) {
      throw stackTraces.traced(error);
    } finally {
      stackTraces.resume();
    }
  }
}

/**
 * Whether a value is a resource of this package, of whichever copy of it. Every resource carries its token as
 * `__pulumiType`, by which the SDKs that Pulumi generates tell theirs too.
 */
export function isOfType(value: unknown, type: keyof typeof TYPE_TOKEN): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "__pulumiType" in value &&
    value.__pulumiType === TYPE_TOKEN[type]
  );
}
