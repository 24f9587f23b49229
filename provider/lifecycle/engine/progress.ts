/** Reports progress in the resource's own row of `pulumi up`. */
export interface Report {
  /** One line that is replaced by the next. */
  status(message: string): void;
  /** A line that stays: what the user should know later. */
  note(message: string, severity?: "info" | "warning"): void;
}

export const silentReport: Report = { status: () => undefined, note: () => undefined };

/** Sends one line to the engine. */
export type SendLine = (line: {
  readonly urn: string;
  readonly message: string;
  readonly severity: "info" | "warning";
  readonly ephemeral: boolean;
}) => void;

/** Reports for one resource; a status equal to the last is not sent again. */
export function reportFor(urn: string | undefined, send: SendLine): Report {
  if (urn === undefined) return silentReport;
  let last = "";
  return {
    status: (message) => {
      if (message === last) return;
      last = message;
      send({ urn, message, severity: "info", ephemeral: true });
    },
    note: (message, severity = "info") => send({ urn, message, severity, ephemeral: false }),
  };
}
