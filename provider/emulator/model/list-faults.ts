import { isJsonObject, parseJson, type JsonObject } from "./json-value";
import { json, type EmulatorReply } from "./replies";

/** The page without its last `rows`, as the end of the list; its totals stay. */
export function shortList(reply: EmulatorReply, rows: number): EmulatorReply {
  return edited(reply, ({ next_token: _more, ...page }, records) => ({
    ...page,
    instances: records.slice(0, Math.max(0, records.length - rows)),
  }));
}

/** The page as if the instance, or every instance, did not exist. */
export function listWithout(reply: EmulatorReply, instance: number | undefined): EmulatorReply {
  return edited(reply, ({ next_token: more, ...page }, records) => {
    const shown = instance === undefined ? [] : records.filter((record) => idOf(record) !== instance);
    const hidden = records.length - shown.length;
    const less = (total: unknown): number =>
      instance === undefined ? 0 : (typeof total === "number" ? total : records.length) - hidden;
    return {
      ...page,
      ...(more === undefined || instance === undefined ? {} : { next_token: more }),
      instances_found: less(page["instances_found"]),
      total_instances: less(page["total_instances"]),
      instances: shown,
    };
  });
}

function idOf(record: unknown): unknown {
  return isJsonObject(record) ? record["id"] : undefined;
}

/** Anything but a list stays what it is. */
function edited(
  reply: EmulatorReply,
  edit: (page: JsonObject, records: readonly unknown[]) => JsonObject,
): EmulatorReply {
  const page = parseJson(reply.body);
  if (reply.status !== 200 || !isJsonObject(page) || !Array.isArray(page["instances"])) return reply;
  return json(200, edit(page, page["instances"]));
}
