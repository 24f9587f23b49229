/** What a preview says will be done with a resource, or an `up` did. */
export type Verdict = "same" | "update" | "replace" | "replace, deleting first" | "create";

/** Arguments as the program has them. Texts that begin with `$` are looked up, see `changeProgram`. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What somebody else does to the machine or to its template between two runs. */
export type Drift =
  | Readonly<{ action: "stop" | "start" | "destroy" | "expire" | "reboot" | "delete template" }>
  | Readonly<{ action: "label"; label: string }>
  | Readonly<{ action: "break"; status: string; statusMsg?: string }>
  | Readonly<{ action: "bid"; price: number }>
  | Readonly<{ action: "outbid"; floor: number }>
  | Readonly<{ action: "edit template"; changes: Readonly<Record<string, string>> }>;

/** One edit of a program that has been run, and everything that it costs. */
export interface ChangeRow {
  readonly edit: string;
  /** Laid over `ARGUMENTS`; `undefined` takes one away. */
  readonly before?: Arguments;
  readonly after?: Arguments;
  /** The arguments of the template that is declared next to the instance. */
  readonly template?: { readonly before: Arguments; readonly after: Arguments; readonly verdict: Verdict };
  readonly options?: { readonly before?: Arguments; readonly after?: Arguments };
  readonly drift?: Drift;
  /** What the refresh after the drift shows. Default: a change, where the verdict is one. */
  readonly refresh?: "change" | "warning" | "nothing";
  readonly verdict: Verdict;
  /** Where `up` learns something that the preview could not know. */
  readonly up?: Verdict;
  /** What is written about the machine. Default: what the verdict of `up` takes. */
  readonly writes?: readonly string[];
  /** A part of what the preview says in the resource's row. */
  readonly says?: string;
  /** Run on the Pulumi CLI too. */
  readonly onCli?: true;
}

/** What every instance of the table has unless its row says otherwise. */
export const ARGUMENTS: Arguments = { image: "acme/one", search: { filters: { numGpus: 1 } } };

/** Arguments for an instance that is launched from the template next to it. */
export const FROM_TEMPLATE: Arguments = { image: undefined, template: "$template" };

/** What `up` writes about a machine for each verdict, where a row does not say otherwise. */
export const USUAL_WRITES: Readonly<Record<Verdict, readonly string[]>> = {
  same: [],
  update: [],
  replace: ["rent", "destroy"],
  "replace, deleting first": ["destroy", "rent"],
  create: ["rent"],
};

/** How many machines each verdict rents. */
export const RENTS: Readonly<Record<Verdict, number>> = {
  same: 0,
  update: 0,
  replace: 1,
  "replace, deleting first": 1,
  create: 1,
};
