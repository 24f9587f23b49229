import { z } from "zod";
import { idField } from "./fields";

const ACCOUNT = z.object({ id: idField });
const KEY = z.object({ deleted_at: z.unknown() });
const KEYS = z.array(z.unknown());

export function parseAccount(json: unknown): { id: number } | undefined {
  const reply = ACCOUNT.safeParse(json);
  return reply.success ? reply.data : undefined;
}

/** A list, or an object that holds one under `ssh_keys` or `keys`. Deleted keys do not count. */
export function countKeys(json: unknown): number | undefined {
  const wrapped = z.object({ ssh_keys: z.unknown(), keys: z.unknown() }).partial().safeParse(json);
  const list = KEYS.safeParse(wrapped.success ? (wrapped.data.ssh_keys ?? wrapped.data.keys) : json);
  return list.success ? list.data.filter(isAlive).length : undefined;
}

function isAlive(key: unknown): boolean {
  const known = KEY.partial().safeParse(key);
  return !known.success || known.data.deleted_at == null;
}
