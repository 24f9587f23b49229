import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `pulumi-vastai/<version>`, the version being that of the installed package. */
export function userAgent(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8"));
  const version =
    typeof manifest === "object" &&
    manifest !== null &&
    "version" in manifest &&
    typeof manifest.version === "string"
      ? manifest.version
      : "unknown";
  return `pulumi-vastai/${version}`;
}
