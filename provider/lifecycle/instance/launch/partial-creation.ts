import { ProviderError } from "../../../errors";
import { settledAt } from "../../../rules/instance/unconfirmed-rent";
import { UNCONFIRMED_ID, type UnconfirmedRent } from "../../../state/unconfirmed-rent";
import type { Operation } from "../../session/operation";
import { PartialFailure } from "../../engine/partial-failure";
import { createdOutputs, type CreateFacts } from "./created-outputs";
import { RentUnconfirmed } from "./find-rental";
import { LaunchInterrupted, type Launched } from "./launch";
import { atMostSpent, duration, type RentedMachine } from "../../session/rented-machine";

/** A launched machine, and others of the same resource that are not in the state. */
export class OrphansBeside extends Error {
  override readonly name = "OrphansBeside";
  constructor(
    readonly launched: Launched,
    readonly orphans: readonly number[],
    override readonly cause: ProviderError,
  ) {
    super(cause.message, { cause });
  }
}

/** The engine has to record whatever is billed, or may be. */
export function partialCreation(operation: Operation, facts: CreateFacts, failure: unknown): Error {
  const { session } = operation;
  const error = withMachine(operation, facts, failure);
  const open = session.unconfirmed.of(facts.spec.token);
  if (error instanceof LaunchInterrupted) {
    const { rental, phase, cause } = error;
    const record = error.record ?? { id: rental.instanceId };
    const properties = createdOutputs(operation, facts, rental, record, phase, cause.message);
    return new PartialFailure(String(rental.instanceId), properties, interruptedSentence(operation, error));
  }
  if (error instanceof OrphansBeside) {
    const { rental, record, finished } = error.launched;
    const phase = finished === undefined ? undefined : "finished";
    const properties = createdOutputs(operation, facts, rental, record, phase, finished, error.orphans);
    return new PartialFailure(String(rental.instanceId), properties, error.cause);
  }
  const [first] = open;
  if (first !== undefined) {
    const rental: RentedMachine = { instanceId: 0, label: first.label, rentedAt: first.sentAt };
    const cause = error instanceof RentUnconfirmed ? error.cause : error;
    const isSaid = cause instanceof ProviderError && cause.code === "ANSWER_LOST";
    const labels = open.map(({ label }) => `"${label}"`).join(" and ");
    const told = new Error(
      `${cause.message} ${isSaid ? "" : `The answer to a rent was lost before: whether a machine labelled ${labels} was rented is not known. `}` +
        `The state records it: the next \`pulumi up\` or \`pulumi destroy\` polls for the machine until ${settledWords(open)}, ` +
        "and destroys it should it show up.",
      { cause },
    );
    const properties = createdOutputs(operation, facts, rental, { id: 0 }, "unconfirmed", cause.message);
    delete properties["instanceId"];
    return new PartialFailure(`${UNCONFIRMED_ID}${first.label}`, properties, told);
  }
  return error;
}

function interruptedSentence(
  { session }: Operation,
  { rental, record, phase, cause }: LaunchInterrupted,
): Error {
  const spent = atMostSpent(session.serviceTime, rental, record?.dphTotal);
  return new Error(
    `${cause.message} Instance ${String(rental.instanceId)}, rented ` +
      `${duration(session.serviceTime.now() - rental.rentedAt)} ago${spent === undefined ? "" : ` and ${spent} spent`}, is in ` +
      `the state and billed; the next \`pulumi up\` ${phase === "loading" ? "resumes waiting for it" : "replaces it"}, ` +
      "`pulumi destroy` destroys it.",
    { cause },
  );
}

/** "14:05 UTC" */
function settledWords(open: readonly UnconfirmedRent[]): string {
  const at = new Date(Math.max(...open.map(settledAt)));
  return `${at.toISOString().slice(11, 16)} UTC`;
}

/** Whatever failed, and wherever: a rented machine is reported. */
function withMachine({ session }: Operation, { spec }: CreateFacts, failure: unknown): Error {
  const error = failure instanceof Error ? failure : new Error(String(failure));
  const { rental } = session.launchOf(spec.token);
  const isKnown =
    error instanceof LaunchInterrupted || error instanceof OrphansBeside || rental === undefined;
  return isKnown ? error : new LaunchInterrupted(rental, "loading", undefined, error);
}
