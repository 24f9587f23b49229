/** A rent whose answer was lost: the service may have carried it out, or may still do so. */
export interface UnconfirmedRent {
  /** The label that its machine carries, if there is one. */
  readonly label: string;
  /** When it was sent, in ms of the service's time. */
  readonly sentAt: number;
}

/** With the label of an unconfirmed rent: the id of a resource of which it is not known whether it was rented. */
export const UNCONFIRMED_ID = "unconfirmed:";
