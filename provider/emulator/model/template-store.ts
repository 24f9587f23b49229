import { createHash } from "node:crypto";
import type { JsonObject } from "./json-value";

/** What can be set on a template, in the order in which it is hashed. */
export const TEMPLATE_FIELDS = [
  "name",
  "image",
  "tag",
  "desc",
  "readme",
  "readme_visible",
  "env",
  "onstart",
  "runtype",
  "args_str",
  "ssh_direct",
  "use_ssh",
  "jup_direct",
  "jupyter_dir",
  "use_jupyter_lab",
  "python_utf8",
  "lang_utf8",
  "vm",
  "docker_login_repo",
  "docker_login_user",
  "docker_login_pass",
  "href",
  "repo",
  "extra_filters",
  "recommended_disk_space",
  "private",
  "volume_info",
] as const;

/** Values by field name. */
export type TemplateContent = Readonly<Partial<Record<(typeof TEMPLATE_FIELDS)[number], unknown>>>;

/** A template as the service holds it. */
export interface TemplateEntry {
  readonly id: number;
  readonly creatorId: number;
  /** ms */
  readonly createdAt: number;
  readonly hashId: string;
  readonly content: TemplateContent;
  readonly revision: number;
  readonly recommended: boolean;
  readonly countCreated: number;
  /** ms */
  readonly recentCreateDate: number;
  readonly deletedAt: number | undefined;
}

/** Templates, found by id or by their hash of now; hashes from before an edit are remembered apart. */
export class TemplateStore {
  private readonly entries = new Map<number, TemplateEntry>();
  private readonly earlier = new Map<string, TemplateEntry>();
  private nextId = 700_001;

  /** A new template; equal content of the same creator gives the one that exists. */
  create(content: TemplateContent, creatorId: number, now: number, recommended = false): TemplateEntry {
    const key = contentKey(content);
    const equal = this.all().find(
      (entry) => entry.creatorId === creatorId && contentKey(entry.content) === key,
    );
    if (equal !== undefined) {
      return equal;
    }
    const entry: TemplateEntry = {
      id: this.nextId,
      creatorId,
      createdAt: now,
      hashId: hashOf(content, creatorId, 0, 0),
      content,
      revision: 0,
      recommended,
      countCreated: 0,
      recentCreateDate: now,
      deletedAt: undefined,
    };
    this.nextId += 1;
    this.entries.set(entry.id, entry);
    return entry;
  }

  /** Changes fields; every save gives a new hash. */
  edit(id: number, changes: TemplateContent): TemplateEntry | undefined {
    const entry = this.find(id);
    if (entry === undefined) {
      return undefined;
    }
    this.earlier.set(entry.hashId, entry);
    const content = { ...entry.content, ...changes };
    const revision = entry.revision + 1;
    const edited = { ...entry, content, revision, hashId: hashOf(content, entry.creatorId, id, revision) };
    this.entries.set(id, edited);
    return edited;
  }

  remove(id: number, now: number): boolean {
    const entry = this.find(id);
    if (entry !== undefined) {
      this.entries.set(id, { ...entry, deletedAt: now });
    }
    return entry !== undefined;
  }

  /** Notes that a machine was rented with it. */
  countRent(id: number, now: number): void {
    const entry = this.find(id);
    if (entry !== undefined) {
      this.entries.set(id, { ...entry, countCreated: entry.countCreated + 1, recentCreateDate: now });
    }
  }

  all(): TemplateEntry[] {
    return [...this.entries.values()].filter((entry) => entry.deletedAt === undefined);
  }

  find(id: number): TemplateEntry | undefined {
    return this.all().find((entry) => entry.id === id);
  }

  findByHash(hashId: string): TemplateEntry | undefined {
    return this.all().find((entry) => entry.hashId === hashId);
  }

  /** The template of a hash from before an edit. */
  findEarlier(hashId: string): TemplateEntry | undefined {
    return this.earlier.get(hashId);
  }
}

/** A template as it is read. `extra_filters` is JSON text, and of the readme only a hash shows. */
export function templateRecord(entry: TemplateEntry, showPassword: boolean): JsonObject {
  const { readme, docker_login_pass: password, extra_filters: filters, ...content } = entry.content;
  return {
    ...content,
    id: entry.id,
    hash_id: entry.hashId,
    creator_id: entry.creatorId,
    created_at: entry.createdAt / 1000,
    count_created: entry.countCreated,
    recent_create_date: entry.recentCreateDate / 1000,
    default_tag: content.tag ?? "latest",
    recommended: entry.recommended,
    extra_filters: JSON.stringify(filters ?? {}),
    readme_hash: typeof readme === "string" && readme !== "" ? md5(readme) : null,
    command: null,
    autoscaler: false,
    cached: false,
    ...(showPassword ? { docker_login_pass: password } : {}),
  };
}

function contentKey(content: TemplateContent): string {
  return JSON.stringify(TEMPLATE_FIELDS.map((field) => content[field] ?? null));
}

function hashOf(content: TemplateContent, creatorId: number, id: number, revision: number): string {
  return md5(`${creatorId} ${id} ${revision} ${contentKey(content)}`);
}

function md5(value: string): string {
  return createHash("md5").update(value).digest("hex");
}
