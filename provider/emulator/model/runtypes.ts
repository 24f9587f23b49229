const SPELLINGS: Readonly<Record<string, string>> = {
  ssh: "ssh_proxy",
  ssh_proxy: "ssh_proxy",
  ssh_direct: "ssh_direc ssh_proxy",
  jupyter: "jupyter_proxy ssh_proxy",
  jupyter_proxy: "jupyter_proxy ssh_proxy",
  jupyter_direct: "jupyter_direc ssh_direc ssh_proxy",
  args: "args",
};
const WORDS = ["ssh", "ssh_proxy", "ssh_direc", "jupyter_proxy", "jupyter_direc"];

/** A run type as records spell it, or undefined where it is none. Clients also send the record's spelling. */
export function imageRuntype(runtype: string | undefined): string | undefined {
  if (runtype === undefined) {
    return undefined;
  }
  return (
    SPELLINGS[runtype] ?? (runtype.split(" ").every((word) => WORDS.includes(word)) ? runtype : undefined)
  );
}

/** The run type that a template's fields amount to. */
export function templateRuntype(runtype: unknown, sshDirect: unknown, jupyterDirect: unknown): string {
  if (runtype === "ssh") {
    return imageRuntype(sshDirect === true ? "ssh_direct" : "ssh") ?? "ssh_proxy";
  }
  if (runtype === "jupyter") {
    return imageRuntype(jupyterDirect === true ? "jupyter_direct" : "jupyter") ?? "jupyter_proxy ssh_proxy";
  }
  return "args";
}
