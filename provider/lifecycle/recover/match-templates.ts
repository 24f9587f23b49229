import type { TemplateRecord } from "../../rules/template/template-record";
import type { Properties } from "../engine/engine-values";
import type { Session } from "../session/session";
import { numericId, type InterruptedCreation } from "./interrupted-creation";
import { CLOCK_SKEW_MS } from "../../rules/service-facts";

/** What the account's templates show about one interrupted creation. */
export interface TemplateMatch {
  readonly creation: InterruptedCreation;
  /** By a name that only this creation can have generated. */
  readonly certain?: TemplateRecord | undefined;
  /** By a name that anybody can have chosen: of this account, and not older than the creation. */
  readonly possible: readonly TemplateRecord[];
}

/** Searches the templates of interrupted creations, by name, creator and time. */
export async function matchTemplates(
  session: Session,
  creations: readonly InterruptedCreation[],
  resources: readonly Properties[],
): Promise<TemplateMatch[]> {
  const account = await session.account();
  const known = new Set(resources.map(numericId));
  const matches: TemplateMatch[] = [];
  for (const creation of creations.filter(({ kind }) => kind === "template")) {
    const { askedName: name, notBefore, isNameOurs } = creation;
    if (name === undefined) {
      matches.push({ creation, possible: [] });
      continue;
    }
    const creator = account === undefined ? {} : { creatorId: { eq: account } };
    const found = (await session.client.findTemplates({ name: { eq: name }, ...creator })).filter(
      (record) =>
        record.name === name &&
        record.deletedAt === undefined &&
        !known.has(record.id) &&
        (account === undefined || record.creatorId === account) &&
        (record.createdAt === undefined || record.createdAt >= (notBefore - CLOCK_SKEW_MS) / 1000),
    );
    const [only] = found;
    matches.push(
      isNameOurs && only !== undefined && found.length === 1
        ? { creation, certain: only, possible: [] }
        : { creation, possible: found },
    );
  }
  return matches;
}
