import { custom, type Rule } from "./argument-rules";
import { ONSTART_LIMIT, packOnstart } from "./onstart-packing";

/** A start script that fits, packed where it must be. The script itself is kept; packing happens on the wire. */
export function onstartRule(): Rule<string> {
  return custom((value, path, findings) => {
    if (typeof value !== "string") {
      findings.expected(path, "to be text", value);
      return value;
    }
    const packed = packOnstart(value);
    if ("tooLong" in packed) {
      findings.add(
        path,
        `Expected \`${path}\` to be at most ${ONSTART_LIMIT} characters once packed, got ${packed.tooLong}. ` +
          "Put the script into the image, or let it fetch the rest",
      );
    }
    return value;
  });
}
