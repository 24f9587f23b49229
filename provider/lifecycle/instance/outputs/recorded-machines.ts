import { UNCONFIRMED_ID, type UnconfirmedRent } from "../../../state/unconfirmed-rent";
import { isRecord, numberOf, stringOf, stringsOf, type Properties } from "../../engine/engine-values";
import { HIDDEN } from "../../../state/hidden";

/** The unconfirmed rents in a state, in every form that a version of this package wrote. */
export function unconfirmedIn(props: Properties, id = ""): UnconfirmedRent[] {
  const { [HIDDEN.unconfirmedRents]: recorded } = props;
  // Sent before the machine of this state was rented.
  const rentedAt = numberOf(props[HIDDEN.rentedAt]) ?? 0;
  const rents = (Array.isArray(recorded) ? recorded : []).flatMap((rent: unknown): UnconfirmedRent[] => {
    const label = isRecord(rent) ? stringOf(rent["label"]) : undefined;
    const sentAt = isRecord(rent) ? numberOf(rent["sentAt"]) : undefined;
    return label === undefined ? [] : [{ label, sentAt: sentAt ?? rentedAt }];
  });
  const older = stringsOf(props[HIDDEN.lostRents]);
  const named = id.startsWith(UNCONFIRMED_ID) ? [id.slice(UNCONFIRMED_ID.length)] : [];
  const missing = [...new Set([...older, ...named])].filter(
    (label) => label !== "" && !rents.some((rent) => rent.label === label),
  );
  return [...rents, ...missing.map((label) => ({ label, sentAt: rentedAt }))];
}

/** Ids of other machines of the resource in its state. */
export function orphansIn(props: Properties): number[] {
  const recorded = props[HIDDEN.orphans];
  return Array.isArray(recorded) ? recorded.filter((id) => typeof id === "number") : [];
}
