import { text, type Rule } from "./argument-rules";
import { dockerFlagsMistake, parseDockerFlags } from "./docker-flags";

/** Docker flags other than variables and ports, which have arguments of their own. The value may be secret. */
export function dockerOptionsRule(): Rule<string> {
  return text({
    max: 32_768,
    also: (options) => {
      const mistake = dockerFlagsMistake(options);
      if (mistake !== undefined) return `to be a command line, but ${mistake}`;
      const flags = parseDockerFlags(options);
      if (Object.keys(flags.env).length > 0) return "to hold no `-e`: give variables in `env`";
      return flags.ports.length > 0 ? "to hold no `-p`: give ports in `ports`" : undefined;
    },
  });
}
