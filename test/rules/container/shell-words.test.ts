import fc from "fast-check";
import { execFileSync } from "node:child_process";
import { quoteWord, splitWords } from "../../../provider/rules/container/shell-words";

const word = fc.string({ unit: "binary", maxLength: 24 }).map((text) => text.replaceAll("\0", ""));

const seeded = { seed: 20_260_801, numRuns: 300 };

/** What a real shell makes of a command line. */
function wordsOfShell(shell: string, line: string): string[] {
  const script = `eval "set -- $1"; for word do printf '%s\\0' "$word"; done`;
  const output = execFileSync(shell, ["-c", script, "shell", line], { encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

describe("words of a command line", () => {
  test.each<[line: string, words: string[]]>([
    ["", []],
    ["  \t\n ", []],
    ["a b\tc  d", ["a", "b", "c", "d"]],
    ["'a b' \"c d\"", ["a b", "c d"]],
    [`K="a b"'c d'e\\ f`, ["K=a bc de f"]],
    [`"\\$HOME \\\`x\\\` \\" \\\\ \\n"`, ['$HOME `x` " \\ \\n']],
    [`'it'\\''s'`, ["it's"]],
    [`'' ""`, ["", ""]],
    ["a\\\nb", ["ab"]],
  ])("%j splits into %j, as in a real shell", (line, words) => {
    expect(splitWords(line)).toEqual({ words });
    expect(wordsOfShell("sh", line)).toEqual(words);
  });

  test("line breaks between words are white space, as in a text of several lines", () => {
    expect(splitWords("-e A=1\r\n-p 1:2\n")).toEqual({ words: ["-e", "A=1", "-p", "1:2"] });
  });

  test.each<[line: string, mistake: string]>([
    ["-e A='b", "a single quote is not closed"],
    ['-e A="b\\"', "a double quote is not closed"],
    ["a\\", "it ends with a backslash"],
  ])("%j is refused: %s", (line, mistake) => {
    expect(splitWords(line)).toEqual({ mistake });
  });

  test.each<[word: string, quoted: string]>([
    ["8080:80/udp", "8080:80/udp"],
    ["K=value", "K=value"],
    ["K=", 'K=""'],
    ["K=two words|it's", 'K="two words|it\'s"'],
    ["K=$HOME", "K='$HOME'"],
    ["K=it's $5", "K='it'\\''s $5'"],
    ["~/x", '"~/x"'],
    ["#no", '"#no"'],
    ["", '""'],
  ])("%j is written as %s", (plain, quoted) => {
    expect(quoteWord(plain)).toBe(quoted);
  });

  test("any words are read back as they were", () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitWords(words.map(quoteWord).join(" "))).toEqual({ words });
      }),
      seeded,
    );
  });

  test.each(["sh", "bash"])("%s splits what is written into the same words", (shell) => {
    const cases = fc.sample(fc.array(word, { maxLength: 40 }), { seed: 20_260_802, numRuns: 25 });
    for (const words of cases) expect(wordsOfShell(shell, words.map(quoteWord).join(" "))).toEqual(words);
  });
});
