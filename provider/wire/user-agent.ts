import { packageVersion } from "../version";

/** `pulumi-vastai/<version>`, the version being that of the installed package. */
export function userAgent(): string {
  return `pulumi-vastai/${packageVersion()}`;
}
