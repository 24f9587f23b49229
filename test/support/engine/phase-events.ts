import { nameOf, STACK_TYPE } from "./resource-state";

/** What a step does to one resource. */
export type StepOp =
  | "same"
  | "create"
  | "update"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "delete"
  | "discard"
  | "read"
  | "read-replacement"
  | "refresh"
  | "remove-pending-replace";

/** One step of a phase, in the order in which they began. Steps of the default provider are left out. */
export interface StepRecord {
  urn: string;
  type: string;
  name: string;
  op: StepOp;
  /** For a refresh: what it found. */
  found?: "same" | "update" | "delete";
  /** The call was made and failed. */
  failed?: true;
}

/** What was said during a phase, without what only `--debug` would show. Without a `urn` it belongs to the whole stack. */
export interface Diagnostic {
  severity: "info" | "info#err" | "warning" | "error";
  message: string;
  urn?: string;
  /** Shown in the status column only and gone with the next one. */
  ephemeral?: true;
}

/** Collects the steps and diagnostics of a phase. */
export class PhaseEvents {
  readonly steps: StepRecord[] = [];
  readonly diagnostics: Diagnostic[] = [];

  /** Records that a step begins; the record may be completed later. */
  step(op: StepOp, urn: string, type: string): StepRecord {
    const record: StepRecord = { urn, type, name: nameOf(urn), op };
    if (!type.startsWith("pulumi:providers:")) this.steps.push(record);
    return record;
  }

  /** Records what was said. */
  say(severity: Diagnostic["severity"], message: string, urn = "", ephemeral = false): void {
    this.diagnostics.push({
      severity,
      message: message.trimEnd(),
      ...(urn === "" ? {} : { urn }),
      ...(ephemeral ? { ephemeral: true } : {}),
    });
  }

  /** The phase as a person would read it. */
  text(title: string): string {
    const lines = [`${title}:`];
    for (const { op, found, type, name, failed } of this.steps) {
      lines.push(
        ` ${op}${found === undefined ? "" : ` (${found})`} ${type} ${name}${failed === true ? " **failed**" : ""}`,
      );
    }
    const said = this.diagnostics.filter(({ ephemeral }) => ephemeral !== true);
    if (said.length > 0) lines.push("", "Diagnostics:");
    for (const { severity, message, urn } of said) {
      lines.push(`  ${urn === undefined ? STACK_TYPE : nameOf(urn)}: ${severity}: ${message}`);
    }
    return `${lines.join("\n")}\n`;
  }
}
