import { z } from "zod";
import type { TemplateRecord } from "../../rules/template/template-record";
import { isRecord } from "../../rules/validation/is-record";
import { fromWireFilters } from "./filters";
import { flagField, idField, numberField, requiredText, textField, trimmedField, wholeField } from "./fields";
import { readFlagText } from "./read-flag-text";
import { fromWireFields } from "./wire-names";

/** `docker_login_pass` is not listed, so it never leaves this file. */
const TEMPLATE = z.object({
  id: idField,
  hash_id: requiredText,
  name: textField,
  image: textField,
  tag: textField,
  desc: textField,
  readme: textField,
  env: z.unknown().transform(readFlagText).optional(),
  onstart: textField,
  runtype: trimmedField,
  args_str: textField,
  ssh_direct: flagField,
  use_ssh: flagField,
  jup_direct: flagField,
  jupyter_dir: textField,
  use_jupyter_lab: flagField,
  docker_login_repo: textField,
  docker_login_user: textField,
  href: textField,
  repo: textField,
  extra_filters: z.unknown().transform(fromWireFilters).optional(),
  recommended_disk_space: numberField,
  private: flagField,
  volume_info: z
    .unknown()
    .transform((value) => (isRecord(value) ? fromWireFields(value) : undefined))
    .optional(),
  creator_id: wholeField,
  created_at: numberField,
  count_created: wholeField,
  recent_create_date: numberField,
  default_tag: textField,
  recommended: flagField,
  deleted_at: numberField,
});

const LIST = z.object({ templates: z.array(z.unknown()).nullable() });
const CREATED = z.object({ template: z.object({ id: idField, hash_id: requiredText }) });
const EDITED = z.object({
  template: z.object({ id: idField.optional().catch(undefined), hash_id: requiredText }),
});

/** Rows without id or hash are left out: they can be neither edited nor deleted. undefined: no list of templates. */
export function parseTemplates(json: unknown): TemplateRecord[] | undefined {
  const list = LIST.safeParse(json);
  return list.success ? (list.data.templates ?? []).flatMap(toRecords) : undefined;
}

export function parseCreatedTemplate(json: unknown): { id: number; hashId: string } | undefined {
  const reply = CREATED.safeParse(json);
  return reply.success ? { id: reply.data.template.id, hashId: reply.data.template.hash_id } : undefined;
}

export function parseEditedTemplate(json: unknown): { id?: number | undefined; hashId: string } | undefined {
  const reply = EDITED.safeParse(json);
  return reply.success ? { id: reply.data.template.id, hashId: reply.data.template.hash_id } : undefined;
}

function toRecords(raw: unknown): TemplateRecord[] {
  const parsed = TEMPLATE.safeParse(raw);
  if (!parsed.success) {
    return [];
  }
  const fields = parsed.data;
  return [
    {
      id: fields.id,
      hashId: fields.hash_id,
      name: fields.name,
      image: fields.image,
      tag: fields.tag,
      desc: fields.desc,
      readme: fields.readme,
      env: fields.env,
      onstart: fields.onstart,
      runtype: fields.runtype,
      argsStr: fields.args_str,
      sshDirect: fields.ssh_direct,
      useSsh: fields.use_ssh,
      jupDirect: fields.jup_direct,
      jupyterDir: fields.jupyter_dir,
      useJupyterLab: fields.use_jupyter_lab,
      dockerLoginRepo: fields.docker_login_repo,
      dockerLoginUser: fields.docker_login_user,
      href: fields.href,
      repo: fields.repo,
      extraFilters: fields.extra_filters,
      recommendedDiskSpace: fields.recommended_disk_space,
      private: fields.private,
      volumeInfo: fields.volume_info,
      creatorId: fields.creator_id,
      createdAt: fields.created_at,
      countCreated: fields.count_created,
      recentCreateDate: fields.recent_create_date,
      defaultTag: fields.default_tag,
      recommended: fields.recommended,
      deletedAt: fields.deleted_at,
    },
  ];
}
