import { z } from "zod";
import { ONSTART_LIMIT, packOnstart } from "./onstart-packing";

/** `onstart`: a script that fits, packed where it must be. The script itself is kept; packing happens on the wire. */
export const onstartSchema = z.string().superRefine((script, context) => {
  const packed = packOnstart(script);
  if ("tooLong" in packed) {
    context.addIssue(
      `Expected \`onstart\` to be at most ${ONSTART_LIMIT} characters once packed, got ${packed.tooLong}. ` +
        "Put the script into the image, or let it fetch the rest",
    );
  }
});
