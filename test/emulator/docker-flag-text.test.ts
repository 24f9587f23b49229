import {
  commandWords,
  mergePairs,
  pairsFromFlags,
  publishedPorts,
} from "../../provider/emulator/model/docker-flag-text";

const texts: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["", []],
  [
    "-e A=1 -e B=two",
    [
      ["A", "1"],
      ["B", "two"],
    ],
  ],
  [
    '-e A=\'two words\' --env "B=a \\"quoted\\" word"',
    [
      ["A", "two words"],
      ["B", 'a "quoted" word'],
    ],
  ],
  [
    "-e A=x=y -e EMPTY=",
    [
      ["A", "x=y"],
      ["EMPTY", ""],
    ],
  ],
  ["-e A=back\\ slash", [["A", "back slash"]]],
  [
    "-p 80:8080 -p 53:53/udp",
    [
      ["-p 80:8080", "1"],
      ["-p 53:53/udp", "1"],
    ],
  ],
  [
    "-h box -v /a:/b --gpus=all",
    [
      ["-h", "box"],
      ["-v /a:/b", "1"],
      ["--gpus=all", "1"],
    ],
  ],
];

test.each(texts)("the flags %j are read as pairs", (text, pairs) => {
  expect(pairsFromFlags(text)).toEqual(pairs);
});

test("words are split outside quotes only", () => {
  expect(commandWords(`one 'two three' "four five"six`)).toEqual(["one", "two three", "four fivesix"]);
});

test("of two values for one key the later wins, in the place of the first", () => {
  expect(
    mergePairs(
      [
        ["A", "1"],
        ["B", "2"],
      ],
      [
        ["A", "9"],
        ["C", "3"],
      ],
    ),
  ).toEqual([
    ["A", "9"],
    ["B", "2"],
    ["C", "3"],
  ]);
});

test("published ports are those of the container", () => {
  expect(
    publishedPorts([
      ["-p 80:8080", "1"],
      ["-p 53:53/udp", "1"],
      ["A", "1"],
    ]),
  ).toEqual(["8080/tcp", "53/udp"]);
});
