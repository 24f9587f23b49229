import type { Endpoint, EndpointName } from "./endpoints";
import type { Redactor } from "../wire/redacting";

/** One call, as far as an error has to know it. */
export interface CallFacts {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  /** "offer 4711", "instance 123" */
  readonly subject: string;
  readonly baseUrl: string;
  /** In words: where the API key was found. */
  readonly keySource: string | undefined;
  readonly redactor: Redactor;
}

/** "Could not rent offer 4711" */
export function failedTo({ endpoint, subject }: CallFacts): string {
  return `Could not ${endpoint.verb} ${subject}`;
}
