import { isJsonObject, numberFrom, type JsonObject } from "./json-value";
import { TEMPLATE_FIELDS, type TemplateContent } from "./template-store";

/** Why a template's body is refused. */
export interface TemplateBodyFault {
  readonly fault: string;
}

type Kind = "text" | "flag" | "number" | "object";

const KINDS: Readonly<Record<(typeof TEMPLATE_FIELDS)[number], Kind>> = {
  name: "text",
  image: "text",
  tag: "text",
  desc: "text",
  readme: "text",
  readme_visible: "flag",
  env: "text",
  onstart: "text",
  runtype: "text",
  args_str: "text",
  ssh_direct: "flag",
  use_ssh: "flag",
  jup_direct: "flag",
  jupyter_dir: "text",
  use_jupyter_lab: "flag",
  python_utf8: "flag",
  lang_utf8: "flag",
  vm: "flag",
  docker_login_repo: "text",
  docker_login_user: "text",
  docker_login_pass: "text",
  href: "text",
  repo: "text",
  extra_filters: "object",
  recommended_disk_space: "number",
  private: "flag",
  volume_info: "object",
};

const REQUIRED_TEXTS = ["name", "image"] as const;
const REQUIRED_LOGINS = ["docker_login_repo", "docker_login_user", "docker_login_pass"] as const;
const NAME_LIMIT = 200;
const DEFAULT_DISK_GB = 8;
const RUNTYPES = ["ssh", "jupyter", "args"];

/**
 * What a body sets, with the defaults of the service on create, or why it is refused. On create null counts as not
 * sent; on edit it empties the field. The official client sends the disk as text and leaves registry fields out, which the
 * API specification requires.
 *
 * @param requiresLogins whether a create without the registry fields is refused
 */
export function templateContent(
  body: JsonObject,
  purpose: "create" | "edit",
  requiresLogins = false,
): TemplateContent | TemplateBodyFault {
  const content: Partial<Record<(typeof TEMPLATE_FIELDS)[number], unknown>> = {};
  for (const field of TEMPLATE_FIELDS) {
    const value = body[field];
    if (value === undefined || (value === null && purpose === "create")) {
      continue;
    }
    const decoded = value === null ? null : decode(KINDS[field], value);
    if (decoded === undefined) {
      return { fault: `${field} has the wrong type` };
    }
    content[field] = decoded;
  }
  const missing = requiresLogins ? REQUIRED_LOGINS.find((field) => content[field] === undefined) : undefined;
  const fault =
    fieldFault(content, purpose) ?? (missing === undefined ? undefined : `${missing} is required`);
  return fault === undefined ? (purpose === "create" ? withDefaults(content) : content) : { fault };
}

function decode(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "flag":
      return typeof value === "boolean" ? value : undefined;
    case "number":
      return numberFrom(value);
    case "object":
      return isJsonObject(value) ? value : undefined;
  }
}

function fieldFault(content: TemplateContent, purpose: "create" | "edit"): string | undefined {
  for (const field of REQUIRED_TEXTS) {
    const missing = purpose === "create" ? content[field] === undefined : content[field] === null;
    if (missing || content[field] === "") {
      return `${field} is required`;
    }
  }
  if (typeof content.name === "string" && content.name.length > NAME_LIMIT) {
    return `name must not exceed ${NAME_LIMIT} characters`;
  }
  if (typeof content.runtype === "string" && !RUNTYPES.includes(content.runtype)) {
    return "runtype must be ssh, jupyter or args";
  }
  return undefined;
}

function withDefaults(content: TemplateContent): TemplateContent {
  const image = typeof content.image === "string" ? content.image : "";
  const repo = image.replace(/:[^/]*$/, "");
  return {
    tag: "latest",
    env: "",
    onstart: "",
    runtype: "args",
    args_str: "",
    ssh_direct: false,
    use_ssh: false,
    jup_direct: false,
    jupyter_dir: null,
    use_jupyter_lab: false,
    python_utf8: false,
    lang_utf8: false,
    vm: false,
    ...Object.fromEntries(REQUIRED_LOGINS.map((field) => [field, ""])),
    desc: "",
    readme_visible: true,
    repo,
    href: `https://hub.docker.com/r/${repo}`,
    extra_filters: {},
    recommended_disk_space: DEFAULT_DISK_GB,
    private: false,
    volume_info: null,
    ...content,
  };
}
