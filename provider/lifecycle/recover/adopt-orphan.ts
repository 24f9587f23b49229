import { hasCode } from "../../errors";
import { adoptionLabel, isAdoptionToken, parseLaunchLabel } from "../../rules/instance/launch-token";
import type { Session } from "../session/session";
import { RecoverStop } from "./recover-stop";
import type { OrphanedInstance } from "./orphans";

/** How long a new label may take to show, and how often it is read until then, in ms. */
const SHOWN_MS = 30_000;
const READ_EVERY_MS = 3000;

/**
 * Leaves a machine to the next launch of its resource: relabels it, and confirms the label.
 * @returns the new label
 * @throws RecoverStop NOT_RELABELLED
 */
export async function adoptOrphan(
  session: Session,
  { record, launchedFor }: OrphanedInstance,
): Promise<string> {
  const { client, clock } = session;
  const { id } = record;
  const name = launchedFor?.split("::").at(-1) ?? "its resource";
  const label = adoptionLabel(record.label ?? "", id) ?? "";
  try {
    await client.setInstanceLabel(id, label);
  } catch (error) {
    if (!hasCode(error, "UNSUPPORTED")) throw error;
    throw new RecoverStop(
      "NOT_RELABELLED",
      `This deployment cannot change labels, so instance ${id} cannot be left to the next \`pulumi up\`. It is billed: set ` +
        `\`launch.ignoreOrphans\` for ${name} to rent in addition to it, or destroy it with --destroy-id ${id}.`,
      error,
    );
  }
  const until = clock.now() + SHOWN_MS;
  for (;;) {
    const shown = (await client.getInstance(id))?.label;
    const launch = parseLaunchLabel(shown ?? "");
    if (launch !== undefined && isAdoptionToken(launch.token, id)) return label;
    if (clock.now() >= until) {
      throw new RecoverStop(
        "NOT_RELABELLED",
        `Instance ${id} was relabelled to "${label}", but the service still shows ` +
          `${shown === undefined ? "none" : `"${shown}"`}. It is billed: run the command again.`,
      );
    }
    await clock.sleep(READ_EVERY_MS);
  }
}
