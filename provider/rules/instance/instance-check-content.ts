import { Arguments } from "../validation/arguments";
import type { FailureCollector } from "../validation/failure-collector";
import { isRecord } from "../validation/is-record";
import { packOnstart } from "../container/onstart-packing";
import { effectiveRuntype, isDirectRuntype, runtypeFamily } from "../container/runtype";
import { containsUnknown } from "../validation/unknown";

/** Most characters of `args` with a space between two, `argsStr` and `onstart` together, as sent. Source: the service's request limits. */
export const COMMAND_LIMIT = 4096;

/** Mistakes in the combination of the arguments about what runs. */
export function checkInstanceContent(
  inputs: Readonly<Record<string, unknown>>,
  collector: FailureCollector,
): void {
  const given = new Arguments(inputs);
  checkSource(given, collector);
  checkArguments(given, collector);
  checkJupyter(given, collector);
  checkVirtualMachine(given, collector);
  checkPortsAwaited(given, collector);
  checkCommandLength(given, collector);
}

function checkSource(given: Arguments, collector: FailureCollector): void {
  if (given.isGiven("image") && given.isGiven("templateHashId")) {
    collector.add(
      "image",
      "`image` and a template are given: exactly one of the two says what runs. Drop one",
    );
  }
  if (given.isAbsent("image") && given.isAbsent("templateHashId")) {
    collector.add("image", "Nothing says what runs: give `image`, `template` or `templateHashId`");
  }
}

/** The runtype the machine will have; undefined where a template, or a value not known yet, decides. */
function runtypeOf(given: Arguments): string | undefined {
  const decisive = ["runtype", "templateHashId", "args", "argsStr"];
  if (decisive.some((name) => given.isUnknown(name))) return given.text("runtype");
  return effectiveRuntype({
    runtype: given.text("runtype"),
    templateHashId: given.text("templateHashId"),
    args: given.isGiven("args") ? ["given"] : undefined,
    argsStr: given.text("argsStr"),
  });
}

function needsRuntype(name: string, needs: string, given: Arguments, collector: FailureCollector): void {
  const runtype = given.text("runtype");
  const asked =
    runtype === undefined
      ? `\`runtype\` ${JSON.stringify(runtypeOf(given))} is the default`
      : `it is ${JSON.stringify(runtype)}`;
  collector.add(name, `\`${name}\` needs \`runtype\` ${needs}, but ${asked}`);
}

function checkArguments(given: Arguments, collector: FailureCollector): void {
  if (given.isGiven("args") && given.isGiven("argsStr")) {
    collector.add("args", "`args` and `argsStr` are given: they say the same thing in two ways. Drop one");
  }
  const family = runtypeFamily(given.text("runtype"));
  if (family !== "ssh" && family !== "jupyter") return;
  for (const name of ["args", "argsStr"]) {
    if (given.isGiven(name)) needsRuntype(name, '"args"', given, collector);
  }
}

function checkJupyter(given: Arguments, collector: FailureCollector): void {
  const family = runtypeFamily(runtypeOf(given));
  if (family === undefined || family === "jupyter") return;
  const needs = '"jupyter", "jupyter_proxy" or "jupyter_direct"';
  if (given.is("useJupyterLab", true)) needsRuntype("useJupyterLab", needs, given, collector);
  if (given.isGiven("jupyterDir")) needsRuntype("jupyterDir", needs, given, collector);
}

/** A virtual machine boots its own system: there is no container entrypoint to keep or to pass anything to. */
function checkVirtualMachine(given: Arguments, collector: FailureCollector): void {
  if (!given.is("vm", true)) return;
  for (const name of ["args", "argsStr"]) {
    if (!given.isGiven(name)) continue;
    collector.add(
      name,
      `\`${name}\` is given, but \`vm\` is true: a virtual machine has no entrypoint to pass it to`,
    );
  }
  if (given.is("runtype", "args")) {
    collector.add("runtype", '`runtype` is "args", but `vm` is true: a virtual machine is accessed by SSH');
  }
}

function checkPortsAwaited(given: Arguments, collector: FailureCollector): void {
  const launch = given.value("launch");
  if (!isRecord(launch) || launch["waitFor"] !== "ports") return;
  const path = "launch.waitFor";
  if (given.is("targetState", "stopped")) {
    collector.add(
      path,
      `\`${path}\` is "ports", but \`targetState\` is "stopped": a stopped machine publishes none`,
    );
    return;
  }
  const mayOpen = !given.isAbsent("ports") || !given.isAbsent("templateHashId") || given.isUnknown("runtype");
  if (mayOpen || isDirectRuntype(given.text("runtype"))) return;
  collector.add(
    path,
    `\`${path}\` is "ports", but no port is requested: give \`ports\`, or a direct \`runtype\``,
  );
}

/** The three travel together; `onstart` counts as it is sent, packed where it is long. */
function checkCommandLength(given: Arguments, collector: FailureCollector): void {
  if (["args", "argsStr", "onstart"].some((name) => containsUnknown(given.value(name)))) return;
  const packed = packOnstart(given.text("onstart") ?? "");
  // Reported by its own rule.
  if ("tooLong" in packed) return;
  const words = (given.list("args") ?? []).filter((word) => typeof word === "string");
  const length = [words.join(" "), given.text("argsStr") ?? "", packed.text].join("").length;
  if (length <= COMMAND_LIMIT) return;
  const named = ["args", "argsStr", "onstart"].filter((name) => given.isGiven(name));
  collector.add(
    named[0] ?? "args",
    `Expected ${named.map((name) => `\`${name}\``).join(" and ")} to be at most ${COMMAND_LIMIT} characters ` +
      `${named.length === 1 ? "" : "together, "}as sent, got ${length}`,
  );
}
