import { hasCode, ProviderError } from "../../errors";
import type { CheckFailure } from "../../rules/validation/check-failure";
import { abortable } from "./abortable";
import { sentenceOf } from "../engine/error-sentence";
import { withinDeadline } from "./deadline";
import type { Report } from "../engine/progress";
import type { Session } from "./session";

const PROGRAM = "This program, as its state has recorded,";

/** How long all requests of one preview may take together, in ms. */
export const PREVIEW_BUDGET_MS = 5000;

/** Runs something within the preview's remaining time: a service that does not reply takes no more. */
export async function withinPreview<T>(
  { clock, previewTally: tally }: Session,
  work: (signal: AbortSignal, deadline: number) => Promise<T>,
): Promise<T> {
  const deadline = (tally.until ??= clock.now() + PREVIEW_BUDGET_MS);
  const over = new ProviderError("RATE_LIMITED", "the time of the preview is over");
  const answer = await withinDeadline(clock, { deadline }, async (signal) => work(signal, deadline), over);
  tally.isAnswered = true;
  return answer;
}

/** Without usable credentials nothing can be created: the only reason for which a preview fails. undefined: another failure. */
export function accessFailure(error: unknown): CheckFailure | undefined {
  return hasCode(
    error,
    "LOGIN_REFUSED",
    "SESSION_EXPIRED",
    "PERMISSION_DENIED",
    "MISSING_API_KEY",
    "INVALID_SETTING",
    "WRONG_ACCOUNT",
  )
    ? { property: "", reason: sentenceOf(error) }
    : undefined;
}

/** Describes a service that cannot be reached, for a preview's warning. */
export function describeTrouble({ clock, settings, previewTally: tally }: Session, error: unknown): string {
  if (tally.until !== undefined && clock.now() >= tally.until) {
    const over = `the ${String(PREVIEW_BUDGET_MS / 1000)} s that a preview may take for it are over`;
    return tally.isAnswered
      ? `${over}.`
      : `${over}, and ${settings.baseUrl} has not answered: is \`vastai:baseUrl\` the service?`;
  }
  const said = error instanceof Error ? error.message : String(error);
  const isForeign = hasCode(error, "UNREACHABLE", "UNEXPECTED_REPLY", "REFUSED");
  return isForeign ? `${said} Is \`vastai:baseUrl\` the service?` : said;
}

/**
 * Whether the credentials can be used, where no search of the preview shows it: one request for a whole preview, shared, and
 * none more where the deployment does not show the account. Any other failure is a warning, reported once.
 */
export async function checkAccess(session: Session, report: Report): Promise<CheckFailure[]> {
  const tally = session.previewTally;
  const isFirst = tally.access === undefined;
  tally.access ??= withinPreview(session, async (signal, deadline) =>
    abortable(session.account({ signal, deadline }), signal),
  ).then(
    () => undefined,
    (error: unknown) => (hasCode(error, "UNSUPPORTED") ? undefined : error),
  );
  const error = await tally.access;
  const failure = accessFailure(error);
  if (failure !== undefined) return [failure];
  if (error !== undefined && isFirst)
    report.note(`Could not check the API key: ${describeTrouble(session, error)}`, "warning");
  return [];
}

/**
 * Whether what a preview would create belongs where the program's other resources do. Without resources that recorded
 * an owner nothing is requested.
 *
 * @throws WRONG_ACCOUNT
 */
export async function requirePreviewedOwner(session: Session, report: Report): Promise<void> {
  if (session.process.recordedOwners.size === 0) return;
  session.requireKnownOwner({}, PROGRAM);
  await checkAccess(session, report);
  session.requireKnownOwner({}, PROGRAM);
}

/**
 * Runs the preview of a resource that would be created. It fails where the settings or the credentials cannot be
 * used, and for no other failure.
 */
export async function previewCreation(
  openSession: () => Session,
  report: Report,
  look: (session: Session) => Promise<readonly CheckFailure[]>,
): Promise<readonly CheckFailure[]> {
  try {
    const session = openSession();
    session.process.previewsCreation = true;
    const failures = await look(session);
    if (failures.length === 0) await requirePreviewedOwner(session, report);
    return failures;
  } catch (error) {
    const failure = accessFailure(error);
    if (failure !== undefined) return [failure];
    const said = error instanceof Error ? error.message : String(error);
    report.note(`Could not reach the service: ${said}`, "warning");
    return [];
  }
}
