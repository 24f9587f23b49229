import { createWorld, type EmulatorOptions, type World } from "../../provider/emulator/start-emulator";
import { FakeClock } from "../support/fake-clock";

/** An emulated service on a clock that stands still, with what a test needs to talk to it. */
export interface TestWorld {
  readonly world: World;
  readonly clock: FakeClock;
  /** Sends a request and gives what came back; `body` is decoded, or the text where it is not JSON. */
  readonly send: (method: string, path: string, body?: unknown, apiKey?: string) => Promise<TestReply>;
  /** Rents an offer and gives the contract id. */
  readonly rent: (offer: number, body?: object) => Promise<number>;
  /** The record of an instance, or null. */
  readonly read: (instance: number) => Promise<Readonly<Record<string, unknown>> | null>;
}

export interface TestReply {
  readonly status: number | "drop";
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The members of a body that is an object; none of any other. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const OFFER = 30_000_001;

export function makeTestWorld(options: EmulatorOptions = {}): TestWorld {
  const clock = new FakeClock();
  const world = createWorld({ offers: [{}, {}, {}], ...options, clock });
  const send: TestWorld["send"] = async (method, path, body, apiKey = "emulator-key") => {
    const pending = world.handle({
      method,
      path,
      headers: { Authorization: `Bearer ${apiKey}` },
      body: body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
    });
    const reply = await clock.runUntil(pending);
    if (reply === "drop") {
      return { status: reply, text: "", headers: {}, body: undefined, fields: {} };
    }
    const decoded = decode(reply.body);
    const fields = isFields(decoded) ? decoded : {};
    return { status: reply.status, text: reply.body, headers: reply.headers, body: decoded, fields };
  };
  return {
    world,
    clock,
    send,
    rent: async (offer, body = {}) => {
      const reply = await send("PUT", `/api/v0/asks/${offer}/`, { image: "busybox", disk: 10, ...body });
      expect(reply).toMatchObject({ status: 200, body: { success: true } });
      return Number(reply.fields["new_contract"]);
    },
    read: async (instance) => {
      const { instances } = (await send("GET", `/api/v0/instances/${instance}/`)).fields;
      return isFields(instances) ? instances : null;
    },
  };
}

/** What lies at `path` inside a decoded reply; undefined where nothing does. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : isFields(inner) ? inner[key] : undefined),
    value,
  );
}

/** The members called `key` of the rows of a list; nothing where it is no list. */
export function column(list: unknown, key: string): unknown[] {
  return Array.isArray(list) ? list.map((row) => at(row, key)) : [];
}

/** The names of an object's members; none of anything else. */
export function keysOf(value: unknown): string[] {
  return isFields(value) ? Object.keys(value) : [];
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
