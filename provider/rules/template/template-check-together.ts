import { Arguments } from "../validation/arguments";
import type { FailureCollector } from "../validation/failure-collector";
import { parseImage } from "../container/image-reference";

const LOGIN = ["dockerLoginRepo", "dockerLoginUser", "dockerLoginPass"] as const;

/** Mistakes in the combination of a template's arguments. */
export function checkTemplateTogether(
  inputs: Readonly<Record<string, unknown>>,
  collector: FailureCollector,
): void {
  const given = new Arguments(inputs);
  checkTag(given, collector);
  checkLogin(given, collector);
  checkRuntype(given, collector);
}

function checkTag(given: Arguments, collector: FailureCollector): void {
  const image = given.text("image");
  const tag = given.text("tag");
  if (image === undefined || tag === undefined) return;
  const own = parseImage(image);
  if (own.tag === undefined && own.digest === undefined) return;
  const what = own.tag === undefined ? "a digest" : `the tag ${JSON.stringify(own.tag)}`;
  collector.add("tag", `\`tag\` is given, but \`image\` carries ${what} already: keep one of the two`);
}

function checkLogin(given: Arguments, collector: FailureCollector): void {
  const missing = LOGIN.filter((name) => given.isAbsent(name));
  if (missing.length > 0 && LOGIN.some((name) => given.text(name) !== undefined)) {
    for (const name of missing) {
      const others = LOGIN.filter((other) => other !== name).map((other) => `\`${other}\``);
      collector.add(name, `\`${name}\` is missing: it goes together with ${others.join(" and ")}`);
    }
  }
  if (given.is("private", false) && given.text("dockerLoginPass") !== undefined) {
    collector.add(
      "private",
      "`private` is false, but `dockerLoginPass` is given: everybody could use the registry password " +
        "of a public template. Drop the password, or make the template private",
    );
  }
}

/** Without a runtype a template has `args`, the service's default. */
function checkRuntype(given: Arguments, collector: FailureCollector): void {
  if (given.isUnknown("runtype")) return;
  const runtype = given.text("runtype") ?? "args";
  const shown = given.isAbsent("runtype")
    ? '`runtype` "args" (the default)'
    : `\`runtype\` ${JSON.stringify(runtype)}`;
  const refuse = (name: string, needs: string): void => {
    collector.add(name, `\`${name}\` needs \`runtype\` ${needs}, but ${shown} is requested`);
  };
  if (runtype === "args") {
    for (const name of ["sshDirect", "useSsh"]) {
      if (given.is(name, true)) refuse(name, '"ssh" or "jupyter"');
    }
  }
  if (runtype === "args" || runtype === "ssh") {
    for (const name of ["jupDirect", "useJupyterLab"]) {
      if (given.is(name, true)) refuse(name, '"jupyter"');
    }
    if (given.text("jupyterDir") !== undefined) refuse("jupyterDir", '"jupyter"');
  }
  if (runtype === "ssh" || runtype === "jupyter") {
    if (given.text("argsStr") !== undefined) refuse("argsStr", '"args"');
    if (given.is("useSsh", false)) {
      collector.add(
        "useSsh",
        `\`useSsh\` is false, but ${shown} always has SSH access: leave one of the two out`,
      );
    }
  }
}
