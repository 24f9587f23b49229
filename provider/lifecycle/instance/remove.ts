import { hasCode } from "../../errors";
import { isReleased, type InstanceRecord } from "../../rules/instance/instance-record";
import { keyOfToken, parseLaunchLabel } from "../../rules/instance/launch-token";
import { stringOf, type Properties } from "../engine/engine-values";
import type { Operation } from "../session/operation";
import { ownerIn } from "../session/owner";
import { destroyAndConfirm } from "../session/destroy";
import { contractNumber, rentedAtIn } from "./read";
import { listedRentedAt } from "../session/rented-machine";
import { settleRents } from "./settle-rents";
import { orphansIn, unconfirmedIn } from "./outputs/recorded-machines";
import { HIDDEN } from "../../state/hidden";
import { UNCONFIRMED_ID } from "../../state/unconfirmed-rent";
import { SHARED_LIST_MAX_AGE_MS } from "../session/instance-snapshots";

/**
 * Destroys an instance and confirms that it is gone, and waits until no rent of its launch whose answer was lost can show
 * up any more. One that is gone already is success, with a key of the account that it was recorded with.
 *
 * @throws WRONG_ACCOUNT, DESTROY_FAILED, ANSWER_LOST: the state keeps the instance
 */
export async function removeInstance(operation: Operation, id: string, props: Properties): Promise<void> {
  const { session, deadline, signal } = operation;
  const token = stringOf(props[HIDDEN.token]);
  if (token !== undefined) session.process.namedTokens.add(token);
  await session.requireOwner(ownerIn(props), `Instance ${id}`, signal);
  if (!id.startsWith(UNCONFIRMED_ID)) {
    const instanceId = contractNumber(id);
    // What a state records of a machine was shown by the service.
    if ((stringOf(props["actualStatus"]) ?? "") !== "") session.presence.noteShown(instanceId);
    await destroyAndConfirm(session, instanceId, { deadline, signal, rentedAt: rentedAtIn(props) });
    if (token !== undefined) await destroyOfToken(operation, token, instanceId);
    await warnOfOrphans(operation, props);
  }
  await settleRents(operation, unconfirmedIn(props, id));
  if (token !== undefined) session.launchOf(token).rental = undefined;
}

/** A launch token belongs to one resource: whatever else carries it is a rent of that launch that nobody knew of. */
async function destroyOfToken(operation: Operation, token: string, instanceId: number): Promise<void> {
  const { session, deadline, signal, report } = operation;
  const others = (await listed(operation)).filter(
    (record) =>
      record.id !== instanceId &&
      parseLaunchLabel(record.label ?? "")?.token === token &&
      !isReleased(record),
  );
  await Promise.all(
    others.map(async (record) => {
      const { id, label } = record;
      const rentedAt = listedRentedAt(record, session.serviceTime.now());
      await destroyAndConfirm(session, id, { deadline, signal, rentedAt });
      report.note(
        `Destroyed instance ${String(id)} (label "${label ?? ""}"), too: it was rented by the same launch.`,
        "warning",
      );
    }),
  );
}

/** Machines that an interrupted launch left are not this state's to destroy, but they are reported. */
async function warnOfOrphans(operation: Operation, props: Properties): Promise<void> {
  const ids = orphansIn(props);
  const key = keyOfToken(stringOf(props[HIDDEN.token]) ?? "");
  const { namedTokens } = operation.session.process;
  const isOrphan = ({ id, label }: InstanceRecord): boolean => {
    const launch = parseLaunchLabel(label ?? "");
    return !ids.includes(id) && launch !== undefined && launch.key === key && !namedTokens.has(launch.token);
  };
  const found = (await listed(operation)).filter((record) => isOrphan(record) && !isReleased(record));
  const { session, deadline, signal } = operation;
  const question = { rentedAt: rentedAtIn(props), deadline, signal };
  const known = await Promise.all(
    ids.map(async (id) => ((await session.presence.of(id, question)).is === "gone" ? [] : [id])),
  );
  for (const id of [...known.flat(), ...found.map((record) => record.id)]) {
    operation.report.note(
      `Instance ${String(id)} carries a launch label of this resource, too, and is still billed. If an interrupted launch ` +
        `left it, \`npx pulumi-vastai recover --destroy-id ${String(id)}\` destroys it.`,
      "warning",
    );
  }
}

/** The list that was the second witness; empty where the deployment has none. */
async function listed({ session, deadline, signal }: Operation): Promise<InstanceRecord[]> {
  try {
    return [
      ...(
        await session.snapshots.list({ maxAgeMs: SHARED_LIST_MAX_AGE_MS }, { deadline, signal })
      ).instances.values(),
    ];
  } catch (error) {
    if (hasCode(error, "UNSUPPORTED")) return [];
    throw error;
  }
}
