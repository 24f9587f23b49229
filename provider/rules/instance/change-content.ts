import { isRecord } from "../validation/is-record";
import { containsUnknown, isUnknown } from "../validation/unknown";
import { DEFAULT_DISK_GB } from "../service-facts";
import { HIDDEN } from "../../state/hidden";
import { show, type ChangeRecord, type Properties } from "./change-record";

/** Arguments that are set when a machine is created and never again. */
const REPLACING_ARGUMENTS = [
  ...["image", "env", "ports", "onstart", "runtype", "args", "argsStr", "useJupyterLab", "jupyterDir"],
  ...["pythonUtf8", "langUtf8", "vm", "user", "imageLogin", "volumeInfo"],
] as const;

export function compareContent(change: ChangeRecord): void {
  for (const name of REPLACING_ARGUMENTS) {
    if (!change.differs(name)) continue;
    const now = change.inputs[name];
    change.replace(
      name,
      containsUnknown(now)
        ? `${name}: the new value is not known yet`
        : change.changed(name, change.state[name], now),
    );
  }
}

/** The rented disk counts, whether it came from the argument, the template or the default. */
export function compareDisk(change: ChangeRecord): void {
  const { state, inputs } = change;
  const rented = state[HIDDEN.disk] ?? state["disk"] ?? DEFAULT_DISK_GB;
  const asked =
    inputs["disk"] ?? templateDisk(inputs) ?? (inputs["disk"] === state["disk"] ? rented : DEFAULT_DISK_GB);
  if (isUnknown(asked)) change.replace("disk", "disk: the new value is not known yet");
  else if (asked !== rented)
    change.replace(
      "disk",
      `disk: the rented machine has ${show(rented)} GB, ${show(asked)} GB is requested now`,
    );
  else if (change.differs("disk")) change.byArgument = true;
}

function templateDisk({ [HIDDEN.template]: template }: Properties): unknown {
  return isRecord(template) ? template["recommendedDiskSpace"] : undefined;
}

/** A template of the program is compared by what shapes the machine, a hash from elsewhere by value. */
export function compareTemplate(change: ChangeRecord): void {
  const { state, inputs } = change;
  const name =
    inputs["template"] === undefined && state["template"] === undefined ? "templateHashId" : "template";
  const before = hashOf(state);
  const now = hashOf(inputs);
  if (before === undefined && now === undefined) return;
  const shapedBefore = state[HIDDEN.templateLaunchHash];
  const shapedNow = inputs[HIDDEN.templateLaunchHash];
  if (shapedBefore !== undefined && shapedNow !== undefined) {
    if (shapedBefore === shapedNow) return;
    const why = isUnknown(shapedNow)
      ? "what the template's new content does to the machine is not known yet"
      : "the template now launches a different machine";
    change.replace(name, `${name}: ${why}`);
  } else if (before !== now) {
    change.replace(
      name,
      isUnknown(now) ? `${name}: the new hash is not known yet` : change.changed(name, before, now),
    );
  }
}

function hashOf(properties: Properties): unknown {
  return properties["template"] ?? properties["templateHashId"];
}
