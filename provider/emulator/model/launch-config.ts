import type { AskBody } from "./ask-body";
import type { LaunchConfig } from "./contracts";
import { mergePairs, pairsFromFlags } from "./docker-flag-text";
import { templateRuntype } from "./runtypes";
import type { TemplateContent, TemplateEntry } from "./template-store";

const DEFAULT_DISK_GB = 8;
const DEFAULT_IMAGE = "vastai/base-image:@vastai-automatic-tag";

/** Request and template merged: the request's scalars win, the environments are merged by key. */
export function launchConfig(body: AskBody, template: TemplateEntry | undefined): LaunchConfig {
  const content = template?.content ?? {};
  const runtype =
    body.runtype ??
    (template === undefined
      ? "ssh_proxy"
      : templateRuntype(content.runtype, content.ssh_direct, content.jup_direct));
  const argsStr = runtype === "args" ? (body.argsStr ?? textOr(content.args_str, undefined)) : undefined;
  const disk = content.recommended_disk_space;
  return {
    image: body.image ?? templateImage(content.image, content.tag),
    env: mergePairs(pairsFromFlags(textOr(content.env, "")), body.env),
    onstart: body.onstart ?? textOr(content.onstart, null),
    runtype,
    args: body.args ?? (argsStr === undefined ? [] : [argsStr]),
    disk: body.disk ?? (typeof disk === "number" ? disk : DEFAULT_DISK_GB),
    vm: body.vm || content.vm === true,
    volumeIds: body.volume === undefined ? [] : [body.volume.id],
    registryLogin: body.imageLogin ?? templateLogin(content),
    templateId: template?.id ?? null,
    templateHashId: template?.hashId ?? null,
    templateName: textOr(content.name, null),
  };
}

function templateLogin(content: TemplateContent): string | null {
  const user = textOr(content.docker_login_user, "");
  const password = textOr(content.docker_login_pass, "");
  const registry = textOr(content.docker_login_repo, "");
  return user === "" || password === "" ? null : `-u ${user} -p ${password} ${registry}`;
}

function templateImage(image: unknown, tag: unknown): string {
  if (typeof image !== "string" || image === "") {
    return DEFAULT_IMAGE;
  }
  const hasTag = /:[^/]+$/.test(image) || image.includes("@");
  return hasTag ? image : `${image}:${textOr(tag, "latest")}`;
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
