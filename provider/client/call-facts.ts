import type { Endpoint, EndpointName } from "./endpoints";
import type { Redactor } from "../wire/redacting";

/** What an error needs to know of a call. */
export interface CallFacts {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  /** "offer 4711", "instance 123" */
  readonly subject: string;
  readonly baseUrl: string;
  /** Where the API key was found, in words. */
  readonly keySource: string | undefined;
  readonly redactor: Redactor;
}

/** "Could not rent offer 4711" */
export function failedTo({ endpoint, subject }: CallFacts): string {
  return `Could not ${endpoint.verb} ${subject}`;
}
