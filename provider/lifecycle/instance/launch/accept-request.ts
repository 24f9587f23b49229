import type { AcceptRequest } from "../../../client/service-client";
import { packOnstart } from "../../../rules/container/onstart-packing";
import type { LaunchSpec } from "./launch-spec";

/**
 * The rent request of a launch. Unset arguments are left out, because a value that is sent overrides the
 * template's; except the disk, which the price includes, and `cancel_unavail`: the service's default for bids
 * leaves a queued machine that is billed.
 */
export function acceptRequest(spec: LaunchSpec, label: string): AcceptRequest {
  const { inputs } = spec;
  const { onstart } = inputs;
  const packed = onstart === undefined ? undefined : packOnstart(onstart);
  return {
    image: inputs.image,
    templateHashId: inputs.templateHashId,
    label,
    disk: spec.disk,
    runtype: inputs.runtype,
    targetState: inputs.targetState,
    price: inputs.price,
    env: inputs.env,
    ports: inputs.ports,
    cancelUnavail: inputs.cancelUnavail ?? (spec.targetState === "running" ? true : undefined),
    vm: inputs.vm,
    // `check` has refused a script that does not fit.
    onstart: packed === undefined || "tooLong" in packed ? undefined : packed.text,
    args: inputs.args,
    argsStr: inputs.argsStr,
    useJupyterLab: inputs.useJupyterLab,
    jupyterDir: inputs.jupyterDir,
    pythonUtf8: inputs.pythonUtf8,
    langUtf8: inputs.langUtf8,
    force: inputs.force,
    user: inputs.user,
    imageLogin: inputs.imageLogin,
    volumeInfo: inputs.volumeInfo,
  };
}
