import { text, type Rule } from "./argument-rules";
import { packOnstart } from "./onstart-packing";

/** Longest script the service takes, in characters, packed or not. Source: the interface's limits. */
export const ONSTART_LIMIT = 4048;

/** A start script that fits, packed where it must be. The script itself is kept; packing happens on the wire. */
export function onstartRule(): Rule<string> {
  return text({
    also: (script) => {
      const packed = packOnstart(script);
      if (!("tooLong" in packed)) return undefined;
      return (
        `to be at most ${ONSTART_LIMIT} characters once packed, but it has ${packed.tooLong} then: ` +
        "put the script into the image, or let it fetch the rest"
      );
    },
  });
}
