import type { CheckFailure } from "../rules/validation/check-failure";
import type { Call } from "./engine/call";
import type { EngineDiff } from "./engine/engine-diff";
import type { Properties } from "./engine/engine-values";
import type { SendLine } from "./engine/progress";
import type { ProcessMemory } from "./session/process-memory";
import type { Session } from "./session/session";

/** What an adapter gives the lifecycles of one process. */
export interface LifecycleHost {
  /** The session for the settings as they are now. @throws MISSING_API_KEY, INVALID_SETTING */
  session(): Session;
  memory(): ProcessMemory;
  /** Lines in the rows of resources, and of the stack. */
  readonly send: SendLine;
  /** The random part of tokens and generated names. */
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Arguments after a check. */
export interface Checked {
  /** Normalized, with what is known of a resource before it is created. */
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly CheckFailure[];
}

/** A created resource. */
export interface Created {
  readonly id: string;
  readonly outs: Record<string, unknown>;
}

/** A resource as the service shows it; without an id it is gone. */
export interface Reading {
  id?: string;
  props?: Record<string, unknown>;
  /** For later diffs; none for a resource that is only read. */
  inputs?: Record<string, unknown>;
}

/**
 * What can be done with one kind of resource, the same behind every adapter. Properties that it does not know are passed
 * on as they are. Failures are a `ProviderError`, or a `PartialFailure` where something exists anyway.
 */
export interface ResourceLifecycle {
  /** Validates and normalizes. Sends no request. */
  check(call: Call, olds: Properties, news: Properties): Checked;
  /** Reports in a preview what would be created from checked inputs. Fails only where the credentials cannot be used. */
  preview(call: Call, inputs: Properties): Promise<readonly CheckFailure[]>;
  /** What a change does; its reasons are reported. */
  diff(call: Call, olds: Properties, news: Properties): Promise<EngineDiff>;
  create(call: Call, inputs: Properties): Promise<Created>;
  /** `isGet`: the resource is read without being managed. */
  read(call: Call, id: string, props: Properties, isGet: boolean): Promise<Reading>;
  update(call: Call, id: string, olds: Properties, news: Properties): Promise<Record<string, unknown>>;
  delete(call: Call, id: string, props: Properties): Promise<void>;
}
