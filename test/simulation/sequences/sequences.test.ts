import { generateHistory } from "../generate-history";
import { runHistory } from "../run-history";
import { SEQUENCE_CASES } from "./sequence-cases";

describe("what once broke a promise", () => {
  test.each(SEQUENCE_CASES)("$number: $title", async ({ history }) => {
    expect((await runHistory(history)).breaks).toEqual([]);
  });

  const found = SEQUENCE_CASES.flatMap(({ number, seed }) => (seed === undefined ? [] : [{ number, seed }]));
  test.each(found)("$number: as the generator found it with seed $seed", async ({ seed }) => {
    expect((await runHistory(generateHistory(seed))).breaks).toEqual([]);
  });
});
