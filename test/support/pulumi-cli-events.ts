import { existsSync, readFileSync } from "node:fs";

import { isMap, propertyMap, type PropertyMap, type PropertyValue } from "./engine/property-values";
import { nameOf, STACK_TYPE } from "./engine/resource-state";
import type { Diagnostic, StepRecord } from "./journey-engine";

/** What the CLI's event log says of a phase. */
export interface CliEvents {
  steps: StepRecord[];
  diagnostics: Diagnostic[];
  outputs: PropertyMap;
}

const OPS = new Set<string>([
  "same",
  "create",
  "update",
  "replace",
  "create-replacement",
  "delete-replaced",
  "delete",
  "discard",
  "read",
  "read-replacement",
  "refresh",
  "remove-pending-replace",
] satisfies StepRecord["op"][]);

function isOp(op: PropertyValue | undefined): op is StepRecord["op"] {
  return typeof op === "string" && OPS.has(op);
}

function text(value: PropertyValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Reads an event log; a missing one, of an engine that never began, is empty. */
export function eventsOf(path: string): CliEvents {
  const events: CliEvents = { steps: [], diagnostics: [], outputs: {} };
  if (!existsSync(path)) return events;
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  for (const line of lines) addEvent(events, line);
  return events;
}

function addEvent(events: CliEvents, line: string): void {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== "object" || parsed === null) return;
  const { resourcePreEvent, resOutputsEvent, resOpFailedEvent, diagnosticEvent } = propertyMap(parsed);
  if (isMap(diagnosticEvent)) addDiagnostic(events, diagnosticEvent);
  if (isMap(resourcePreEvent)) addStep(events, resourcePreEvent);
  if (isMap(resOutputsEvent)) completeStep(events, resOutputsEvent);
  if (isMap(resOpFailedEvent)) {
    const step = lastStep(events, metadataOf(resOpFailedEvent));
    if (step !== undefined) step.failed = true;
  }
}

function metadataOf(event: PropertyMap): PropertyMap {
  return isMap(event["metadata"]) ? event["metadata"] : {};
}

function lastStep(events: CliEvents, { urn, op }: PropertyMap): StepRecord | undefined {
  return events.steps.findLast((step) => step.urn === urn && (step.op === op || step.op === "refresh"));
}

function addStep(events: CliEvents, event: PropertyMap): void {
  const { op, urn, type } = metadataOf(event);
  if (!isOp(op) || text(type).startsWith("pulumi:providers:")) return;
  events.steps.push({ urn: text(urn), type: text(type), name: nameOf(text(urn)), op });
}

function completeStep(events: CliEvents, event: PropertyMap): void {
  const metadata = metadataOf(event);
  const step = lastStep(events, metadata);
  const { op } = metadata;
  if (step?.op === "refresh" && (op === "same" || op === "update" || op === "delete")) step.found = op;
  const now = metadata["new"];
  if (metadata["type"] === STACK_TYPE && isMap(now) && isMap(now["outputs"])) events.outputs = now["outputs"];
}

function addDiagnostic(events: CliEvents, event: PropertyMap): void {
  const message = text(event["message"]).trimEnd();
  const severity = (["info", "info#err", "warning", "error"] as const).find(
    (name) => name === event["severity"],
  );
  if (severity === undefined || message.startsWith("using pulumi-resource-pulumi-nodejs from $PATH")) return;
  const urn = text(event["urn"]);
  events.diagnostics.push({
    severity,
    message,
    ...(urn === "" ? {} : { urn }),
    ...(event["ephemeral"] === true ? { ephemeral: true } : {}),
  });
}
