import type { MatrixSignal, StepName } from "./fault-matrix.cases";

/** A promise taken out of the product, through the module that keeps it, and the cells that notice. */
export interface Mutation {
  readonly name: string;
  /** Modules as they are replaced, by their path from this folder; each is given the real one. */
  readonly replaces: Readonly<Record<string, (real: Record<string, unknown>) => Record<string, unknown>>>;
  /** Cells of the fault matrix, for one launch, that turn red, and what is seen in them: what is broken, and the end. */
  readonly cells?: readonly { fault: string; step: StepName; signal: MatrixSignal["name"]; seen: RegExp }[];
  /** Other checks that turn red, and what comes of them. */
  readonly checks?: Readonly<Partial<Record<MutationCheck, string>>>;
}

export type MutationCheck =
  | "one witness is no proof"
  | "a lost rent outlives its launch"
  | "a part of a list is no list"
  | "another account is refused"
  | "another deployment is refused";

type Anything = (...given: never[]) => unknown;

/** The mutations, and what notices each. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: "lost rents are not looked up by their token",
    replaces: {
      "../../../provider/lifecycle/instance/launch/find-rental": (real) => ({
        ...real,
        searchOrStop: () => Promise.resolve(undefined),
        searchRent: () => Promise.resolve(undefined),
      }),
    },
    cells: [
      {
        fault: "answer lost after the service acted",
        step: "rent",
        signal: "none",
        seen: /^two machines of one resource at once; ready$/,
      },
      {
        fault: "500 after the service acted",
        step: "rent",
        signal: "none",
        seen: /^two machines of one resource at once; ready$/,
      },
      {
        fault: "half an answer",
        step: "rent",
        signal: "none",
        seen: /^two machines of one resource at once; ready$/,
      },
    ],
  },
  {
    name: "live instances are not looked through before a launch",
    replaces: {
      "../../../provider/lifecycle/instance/launch/find-rental": (real) => ({
        ...real,
        findExisting: () => Promise.resolve({ orphans: [], labelled: [], hasList: true }),
      }),
    },
    cells: [
      {
        fault: "none",
        step: "rent",
        signal: "kill -9 of both",
        seen: /^a create beside 20000001 .* is not stopped/,
      },
      {
        fault: "none",
        step: "wait",
        signal: "kill -9 of both",
        seen: /^a create beside 20000001 .* is not stopped/,
      },
    ],
  },
  {
    name: "a destroy is believed without a witness",
    replaces: {
      "../../../provider/lifecycle/session/destroy": (real) => ({
        ...real,
        destroyAndConfirm: async (
          session: { client: { destroyInstance: (id: number) => Promise<string> } },
          id: number,
        ) => session.client.destroyInstance(id),
      }),
    },
    cells: [
      {
        fault: "destroys that are not carried out",
        step: "give up",
        signal: "none",
        seen: /^the state does not know 20000001 .*; two machines of one resource at once/,
      },
      {
        fault: "destroys that are not carried out",
        step: "label",
        signal: "none",
        seen: /^the state does not know 20000001 .*; two machines of one resource at once/,
      },
    ],
  },
  {
    name: "every 404 counts as gone",
    replaces: {
      "../../../provider/client/refusals": (real) => ({
        ...real,
        refusalOf: (reply: { status: number }, operation: unknown) => {
          const refusal = (real["refusalOf"] as Anything)(reply as never, operation as never);
          return reply.status === 404 ? Object.assign(refusal as object, { code: "NOT_FOUND" }) : refusal;
        },
      }),
    },
    cells: [{ fault: "expired session", step: "give up", signal: "none", seen: /^ready$/ }],
  },
  {
    name: "one witness is believed",
    replaces: {
      "../../../provider/lifecycle/session/instance-presence": (real) => ({
        ...real,
        InstancePresence: class extends (real["InstancePresence"] as new (...given: never[]) => object) {
          afterRead(): Promise<object> {
            return Promise.resolve({ is: "gone" });
          }
        },
      }),
    },
    checks: { "one witness is no proof": "gone" },
  },
  {
    name: "a launch that fails forgets its lost rents",
    replaces: {
      "../../../provider/lifecycle/session/unconfirmed-rents": (real) => ({
        ...real,
        UnconfirmedRents: class extends (real["UnconfirmedRents"] as new (...given: never[]) => object) {
          of(): readonly never[] {
            return [];
          }
        },
      }),
    },
    checks: { "a lost rent outlives its launch": "NO_OFFER, and nothing in the state" },
  },
  {
    name: "a list is believed to be whole",
    replaces: {
      "../../../provider/client/schema/instance-reply": (real) => ({
        ...real,
        parseInstancePage: (json: unknown) => ({
          ...((real["parseInstancePage"] as Anything)(json as never) as object),
          total: undefined,
          found: undefined,
        }),
      }),
    },
    checks: { "a part of a list is no list": "2 machines rented" },
  },
  {
    name: "the account and the deployment are not compared",
    replaces: {
      "../../../provider/lifecycle/session/session": (real) => ({
        ...real,
        Session: class extends (real["Session"] as new (...given: never[]) => object) {
          requireOwner(): Promise<void> {
            return Promise.resolve();
          }
        },
      }),
    },
    checks: { "another account is refused": "destroyed", "another deployment is refused": "destroyed" },
  },
  {
    name: "nobody watches program and engine",
    replaces: {
      "../../../provider/adapters/dynamic/process-watch": (real) => ({
        ...real,
        ProcessWatch: class {
          start(): void {
            // notices nothing
          }
        },
      }),
    },
    cells: [
      { fault: "none", step: "wait", signal: "Ctrl-C", seen: /^it took \d{5}[\d.]* ms to end; ready$/ },
      {
        fault: "none",
        step: "rent",
        signal: "Ctrl-C twice",
        seen: /^the state does not know 20000002 .*; ready$/,
      },
      {
        fault: "none",
        step: "wait",
        signal: "kill -9 of the engine",
        seen: /^the state does not know 20000002 .*; ready$/,
      },
    ],
  },
];
