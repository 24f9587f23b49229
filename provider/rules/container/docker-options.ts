import { text } from "../validation/argument-schemas";
import { dockerFlagsMistake, parseDockerFlags } from "./docker-flags";
import { splitWords } from "./shell-words";

/**
 * `dockerOptions`: docker flags other than variables and ports, which have arguments of their own. The value may be
 * secret.
 */
export const dockerOptionsSchema = text({
  max: 32_768,
  also: (options) => {
    const mistake = dockerFlagsMistake(options);
    if (mistake !== undefined) return `to be a command line, but ${mistake}`;
    const flags = parseDockerFlags(options);
    if (Object.keys(flags.env).length > 0 || namesVariable(flags.options))
      return "to hold no `-e`: give variables in `env`";
    return flags.ports.length > 0 ? "to hold no `-p`: give ports in `ports`" : undefined;
  },
});

/** `-e NAME` without a value takes the value from the environment that starts docker, here the machine owner's. */
function namesVariable(options: string): boolean {
  const split = splitWords(options);
  return "words" in split && split.words.some((word) => /^(?:-e|--env(?:=|$))/.test(word));
}
