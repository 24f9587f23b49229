import {
  isRecord,
  numberOf,
  stringOf,
  stringsOf,
  type Properties,
} from "../../lifecycle/engine/engine-values";
import { HIDDEN } from "../../state/hidden";

/** What the class passes about its program (`resources/program.ts`), as far as it is known. */
export interface ProgramFacts {
  readonly urn?: string | undefined;
  readonly name: string;
  readonly organization: string;
  readonly pid?: number | undefined;
  readonly preview: boolean;
  readonly get: boolean;
  readonly timeouts?: Properties | undefined;
  /** Arguments that the program marked secret. */
  readonly secrets: readonly string[];
  /** In a preview: how many instances the program had declared. */
  readonly instances?: number | undefined;
}

export function programFacts(properties: Properties): ProgramFacts {
  const program = properties[HIDDEN.program];
  const facts = isRecord(program) ? program : {};
  return {
    urn: stringOf(facts["urn"]),
    name: stringOf(facts["name"]) ?? "resource",
    organization: stringOf(facts["organization"]) ?? "organization",
    pid: numberOf(facts["pid"]),
    preview: facts["preview"] === true,
    get: facts["get"] === true,
    timeouts: isRecord(facts["timeouts"]) ? facts["timeouts"] : undefined,
    secrets: stringsOf(facts["secrets"]),
    instances: numberOf(facts["instances"]),
  };
}
