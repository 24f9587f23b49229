import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the installed package. A leaf: anyone may import it. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8"));
  return typeof manifest === "object" &&
    manifest !== null &&
    "version" in manifest &&
    typeof manifest.version === "string"
    ? manifest.version
    : "unknown";
}
