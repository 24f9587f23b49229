import { spelledForService } from "../../rules/offer/offer-defaults";
import type { TemplateBody } from "./template-request";
import { toWireFilters } from "./filters";
import { toWireFields } from "./wire-names";

/** The API specification requires these on every create, empty where there is no login. */
const NO_LOGIN = { docker_login_repo: "", docker_login_user: "", docker_login_pass: "" };

/** The body of a template POST. */
export function toNewTemplateBody(body: TemplateBody): Record<string, unknown> {
  return { ...NO_LOGIN, ...toTemplateBody(body) };
}

/** The fields of a template PUT; null resets one. */
export function toTemplateBody({
  extraFilters,
  volumeInfo,
  ...fields
}: TemplateBody): Record<string, unknown> {
  return {
    ...toWireFields(fields),
    ...(extraFilters === undefined
      ? {}
      : { extra_filters: extraFilters === null ? null : toWireFilters(spelledForService(extraFilters)) }),
    ...(volumeInfo === undefined
      ? {}
      : { volume_info: volumeInfo === null ? null : toWireFields(volumeInfo) }),
  };
}

/** The parts of a template that must not show in an error: the registry password, and the values in the docker-flag text. */
export function secretsOfTemplate({ env, dockerLoginPass }: TemplateBody): string[] {
  const values = [...(env ?? "").matchAll(/(?:-e|--env)[\s=]+\w+=('[^']*'|"[^"]*"|\S+)/g)].map(([, value]) =>
    (value ?? "").replace(/^(['"])(.*)\1$/s, "$2"),
  );
  return [...values, ...(dockerLoginPass == null ? [] : [dockerLoginPass])];
}
