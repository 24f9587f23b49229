import { hasCode } from "../../errors";
import type { InstanceRecord } from "../../rules/instance/instance-record";
import type { Properties } from "../engine/engine-values";
import type { Session } from "../session/session";
import type { Checkpoint } from "./checkpoint";
import { interruptedCreations, type InterruptedCreation } from "./interrupted-creation";
import { launchOwner } from "./launch-owner";
import { matchInstances, type InstanceMatch } from "./match-instances";
import { matchTemplates, type TemplateMatch } from "./match-templates";
import { RecoverStop } from "./recover-stop";
import { orphanedInstances, type OrphanedInstance } from "./orphans";
import { UNCONFIRMED_MS } from "../../rules/service-facts";

/** How often a rent or template is searched for that was under way when its process died, in ms. */
const LOOK_EVERY_MS = 10_000;

/** What the state and the service say, side by side. */
export interface Survey {
  readonly checkpoint: Checkpoint;
  readonly account: number | undefined;
  readonly baseUrl: string;
  readonly instances: readonly InstanceMatch[];
  readonly templates: readonly TemplateMatch[];
  readonly orphans: readonly OrphanedInstance[];
  /** Ids of live machines, whoever they belong to. */
  readonly liveIds: ReadonlySet<number>;
  /** Resources of the stack and of the other stacks that were given. */
  readonly resources: readonly Properties[];
  /** clock ms */
  readonly at: number;
  /** Machines that the first list of this recovery showed. */
  readonly shownAtOnce: ReadonlySet<number>;
}

/** Looks once. @throws RecoverStop UNDECIDED where the deployment has no list of instances to look at */
export async function survey(
  session: Session,
  checkpoint: Checkpoint,
  others: readonly Checkpoint[] = [],
  organization = "organization",
  shownAtOnce?: ReadonlySet<number>,
): Promise<Survey> {
  const account = await session.account();
  const creations = interruptedCreations(checkpoint);
  const resources = [checkpoint, ...others].flatMap((stack) => stack.resources);
  const live = await liveInstances(session, creations);
  const liveIds = new Set(live.map(({ id }) => id));
  const interrupted = [checkpoint, ...others]
    .flatMap((stack) => interruptedCreations(stack))
    .map(({ token }) => token);
  return {
    checkpoint,
    account,
    baseUrl: session.settings.baseUrl,
    instances: matchInstances(creations, live, resources),
    templates: await matchTemplates(session, creations, resources),
    orphans: orphanedInstances(live, resources, interrupted, (label) =>
      launchOwner(label, checkpoint, organization),
    ),
    liveIds,
    resources,
    at: session.clock.now(),
    shownAtOnce: shownAtOnce ?? liveIds,
  };
}

/**
 * The creations that nothing was certainly made by. A machine with the label that was asked for may be an older one, and
 * the machine that was rented not be shown yet; a template costs nothing, so one that may be meant is enough.
 */
function unfound({ instances, templates }: Survey): InterruptedCreation[] {
  return [
    ...instances.filter(({ certain }) => certain === undefined),
    ...templates.filter(({ certain, possible }) => certain === undefined && possible.length === 0),
  ].map(({ creation }) => creation);
}

/** When what was under way can no longer be carried out: nobody knows when the process died, so the time runs from now. */
export function settledBy({ clock }: Pick<Session, "clock">): number {
  return clock.now() + UNCONFIRMED_MS;
}

/**
 * Reads until every interrupted creation is found, or until what was under way can no longer be carried out.
 *
 * @param until clock ms, from `settledBy`
 * @param waiting is told of the creations that are not found, and until when (clock ms) they are searched for
 */
export async function surveyUntilSettled(
  session: Session,
  checkpoint: Checkpoint,
  others: readonly Checkpoint[],
  until: number,
  waiting: (missing: readonly InterruptedCreation[], until: number) => void,
  organization?: string,
): Promise<Survey> {
  let shownAtOnce: ReadonlySet<number> | undefined;
  for (;;) {
    const seen = await survey(session, checkpoint, others, organization, shownAtOnce);
    shownAtOnce = seen.shownAtOnce;
    const missing = unfound(seen);
    if (missing.length === 0 || seen.at >= until) return seen;
    waiting(missing, until);
    await session.clock.sleep(Math.min(LOOK_EVERY_MS, until - seen.at));
  }
}

async function liveInstances(
  session: Session,
  creations: readonly InterruptedCreation[],
): Promise<readonly InstanceRecord[]> {
  try {
    const { instances } = await session.snapshots.list({ begunAfter: session.snapshots.mark() });
    return [...instances.values()];
  } catch (error) {
    if (!hasCode(error, "UNSUPPORTED")) throw error;
    const labels = creations.flatMap(({ token }) => (token === undefined ? [] : [`"…${token}.<number>"`]));
    if (labels.length === 0) return [];
    throw new RecoverStop(
      "UNDECIDED",
      "This deployment has no list of instances, so the machines of the interrupted launches cannot be searched for. Nothing " +
        `was changed. Look in the service's console for labels that end in ${labels.join(" or ")}, destroy what carries ` +
        "one, then run `pulumi refresh --clear-pending-creates`.",
      error,
    );
  }
}
