/** Container settings as pairs: `["NAME", "value"]`, and `["-p 80:80", "1"]` for a flag. */
export type EnvPairs = readonly (readonly [string, string])[];

/** The words of a command line; quotes and backslashes are removed. */
export function commandWords(line: string): string[] {
  const words: string[] = [];
  const pattern = /(?:[^\s"'\\]+|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/gs;
  for (const [word] of line.matchAll(pattern)) {
    words.push(
      word.replace(
        /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs,
        (_, escaped?: string, double?: string, single?: string) =>
          escaped ?? single ?? (double ?? "").replace(/\\(["\\$`])/g, "$1"),
      ),
    );
  }
  return words;
}

/** Docker flags (`-e NAME=value -p 80:80`) as pairs. */
export function pairsFromFlags(line: string): EnvPairs {
  const words = commandWords(line);
  const pairs: [string, string][] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1];
    if ((word === "-e" || word === "--env") && next !== undefined) {
      const cut = next.indexOf("=");
      pairs.push(cut < 0 ? [next, ""] : [next.slice(0, cut), next.slice(cut + 1)]);
      index += 1;
    } else if (word.startsWith("-") && !word.includes("=") && next !== undefined && !next.startsWith("-")) {
      pairs.push(word === "-h" ? [word, next] : [`${word === "--publish" ? "-p" : word} ${next}`, "1"]);
      index += 1;
    } else if (word.startsWith("-")) {
      pairs.push([word, "1"]);
    }
  }
  return pairs;
}

/** `under` with the entries of `over`, which win. */
export function mergePairs(under: EnvPairs, over: EnvPairs): EnvPairs {
  return [...new Map([...under, ...over])];
}

/** The container ports that the pairs publish, such as `8080/tcp`. */
export function publishedPorts(pairs: EnvPairs): string[] {
  return pairs.flatMap(([key]) => {
    const port = /^-p\s+(?:\d+:)?(\d+)(?:\/(tcp|udp))?$/.exec(key);
    return port === null ? [] : [`${port[1] ?? ""}/${port[2] ?? "tcp"}`];
  });
}
