import { hasCode, ProviderError } from "../errors";
import type { InstanceRecord } from "../rules/instance/instance-record";
import type { Calls } from "./call";
import type { Reply } from "./reply";
import { parseInstance, parseInstancePage, type InstancePage } from "./schema/instance-reply";
import { parseSuccess } from "./schema/success-reply";
import type { CallOptions, ServiceClient } from "./service-client";
import { LIST_PAGE } from "../rules/service-facts";

type InstanceCalls = Pick<
  ServiceClient,
  | "getInstance"
  | "listInstances"
  | "instancePages"
  | "readInstances"
  | "destroyInstance"
  | "destroyInstances"
  | "setInstanceState"
  | "setInstanceLabel"
  | "changeBid"
>;

/** Ids in one request, so that its URL stays short. */
const IDS_AT_ONCE = 100;
const MOST_PAGES = 4_000;
/** A list that changes while it is read may come out short: it is read again so many times in all. */
const LIST_TRIES = 3;

const QUEUED = /queued|resources? .*(unavailable|not available)/i;

/** Reading, destroying and changing instances. */
export function instanceCalls({ make, makeChosen }: Calls): InstanceCalls {
  // What a deployment refused once, this client does not request again.
  const deployment = { filtersById: true };

  const page = async (
    query: Record<string, string>,
    options: CallOptions | undefined,
  ): Promise<InstancePage> =>
    make("listInstances", { subject: "the instances", query, parse: parseInstancePage }, options);

  /** The pages of a list. Without a filter the list has to be whole: nothing may be concluded from a part. */
  async function* pagesOf(
    filter: Record<string, string>,
    options: CallOptions | undefined,
  ): AsyncGenerator<InstancePage> {
    const found = new Set<number>();
    const seen = new Set<string>();
    const isUnfiltered = Object.keys(filter).length === 0;
    let promised = 0;
    let token: string | undefined;
    do {
      const after = token === undefined ? {} : { after_token: token };
      const next = await page({ limit: String(LIST_PAGE), ...filter, ...after }, options);
      const before = found.size;
      next.instances.forEach(({ id }) => found.add(id));
      promised = Math.max(promised, next.total ?? 0, next.found ?? 0);
      yield next;
      token = next.nextToken;
      if (token !== undefined && (seen.has(token) || seen.size > MOST_PAGES)) {
        throw notWhole(`after ${found.size} of them the service names a page that it has already returned`);
      }
      // A last page without rows is fine where the count says that all have been shown.
      const isShort = promised === 0 || found.size < promised;
      if (isUnfiltered && seen.size > 0 && found.size === before && isShort) {
        throw notWhole(`after ${found.size} of them the next page shows nothing new`);
      }
      seen.add(token ?? "");
    } while (token !== undefined);
    if (isUnfiltered && found.size < promised) {
      throw notWhole(`the list ends after ${found.size} of ${promised}`);
    }
  }

  const pages = async (
    filter: Record<string, string>,
    options: CallOptions | undefined,
  ): Promise<InstanceRecord[]> => {
    const found = new Map<number, InstanceRecord>();
    for await (const { instances } of pagesOf(filter, options)) {
      instances.forEach((instance) => found.set(instance.id, instance));
    }
    return [...found.values()];
  };

  const wholeList = async (options: CallOptions | undefined): Promise<InstanceRecord[]> => {
    let last: Error | undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        return await pages({}, options);
      } catch (error) {
        // Where no time is left for another try, what was wrong with the list is the reason.
        if (!(error instanceof ListNotWhole)) throw hasCode(error, "RATE_LIMITED") ? (last ?? error) : error;
        if (tries >= LIST_TRIES) throw error;
        last = error;
      }
    }
  };

  const only = async (
    ids: readonly number[],
    options: CallOptions | undefined,
  ): Promise<InstanceRecord[]> => {
    const found: InstanceRecord[] = [];
    for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
      found.push(...(await pages(byIds(ids.slice(first, first + IDS_AT_ONCE)), options)));
    }
    return found;
  };

  const change = async (
    name: "setInstanceLabel" | "changeBid",
    id: number,
    body: Record<string, unknown>,
    options: CallOptions | undefined,
  ): Promise<void> => {
    await make(name, { subject: `instance ${id}`, id, body, parse: parseSuccess }, options);
  };

  return {
    getInstance: async (id, options) => {
      const call = { subject: `instance ${id}`, id, parse: (json: unknown) => parseInstance(json, id) };
      return (await goneAs(null, make("getInstance", call, options))) ?? undefined;
    },

    listInstances: async (ids, options) => {
      if (ids === undefined || !deployment.filtersById) {
        return among(ids, await wholeList(options));
      }
      try {
        return among(ids, await only([...new Set(ids)], options));
      } catch (error) {
        if (!hasCode(error, "INVALID_ARGUMENTS")) {
          throw error;
        }
        deployment.filtersById = false;
        return among(ids, await wholeList(options));
      }
    },

    instancePages: async function* (options) {
      for await (const { instances, total } of pagesOf({}, options)) {
        yield { instances, pages: total === undefined ? undefined : Math.ceil(total / LIST_PAGE) };
      }
    },

    readInstances: async (choose, options) => {
      if (!deployment.filtersById) return undefined;
      const begin = () => {
        const ids = choose();
        if (ids.length === 0) return undefined;
        const query = { limit: String(LIST_PAGE), ...byIds(ids.slice(0, LIST_PAGE)) };
        return { subject: "the instances", query, parse: parseInstancePage };
      };
      try {
        const found = await makeChosen("listInstances", "the instances", begin, options);
        return found?.instances ?? [];
      } catch (error) {
        if (!hasCode(error, "INVALID_ARGUMENTS")) throw error;
        deployment.filtersById = false;
        return undefined;
      }
    },

    destroyInstance: async (id, options) => {
      const call = {
        subject: `instance ${id}`,
        id,
        parse: (json: unknown) => parseSuccess(json) && "destroyed",
      };
      return goneAs("gone", make<"destroyed" | "gone">("destroyInstance", call, options));
    },

    destroyInstances: async (ids, options) => {
      const call = {
        subject: `instances ${ids.join(", ")}`,
        body: { instance_ids: ids },
        parse: parseSuccess,
      };
      await make("destroyInstances", call, options);
    },

    setInstanceState: async (id, state, options) => {
      const call = {
        subject: `instance ${id}`,
        id,
        body: { state },
        parse: (json: unknown) => parseSuccess(json) && "done",
        exception: (reply: Reply) =>
          state === "running" &&
          reply.status === 200 &&
          reply.saysFailure &&
          QUEUED.test(reply.sentence ?? "")
            ? "queued"
            : undefined,
      } as const;
      return make<"done" | "queued">("setInstanceState", call, options);
    },

    setInstanceLabel: (id, label, options) => change("setInstanceLabel", id, { label }, options),
    changeBid: (id, price, options) => change("changeBid", id, { client_id: "me", price }, options),
  };
}

/** Nothing is concluded from an incomplete list, neither from what it lacks nor from what it shows. */
class ListNotWhole extends ProviderError {}

function notWhole(why: string): ListNotWhole {
  return new ListNotWhole(
    "UNEXPECTED_REPLY",
    `Could not list the instances: ${why}. Nothing was concluded from the list. Try again later.`,
  );
}

/** The service's own not-found code is an answer; every other refusal stays an error. */
async function goneAs<T>(gone: T, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) {
      return gone;
    }
    throw error;
  }
}

function byIds(ids: readonly number[]): { select_filters: string } {
  return { select_filters: JSON.stringify({ id: { in: ids } }) };
}

function among(ids: readonly number[] | undefined, instances: InstanceRecord[]): InstanceRecord[] {
  return ids === undefined ? instances : instances.filter(({ id }) => ids.includes(id));
}
