import fc from "fast-check";
import {
  progressLine,
  retryLine,
  shortDuration,
  shortPrice,
} from "../../../provider/rules/instance/progress-line";

const MACHINE = { phase: "loading", hourlyUsd: 0.184644444, gpuName: "RTX 3090", numGpus: 1 };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

test("says phase, time and price before the GPU, the attempt and what the service said", () => {
  const attempt = { number: 1, of: 5 };
  expect(progressLine({ ...MACHINE, elapsedMs: 10 * SECOND, attempt, detail: "Pulling from library" })).toBe(
    "loading 10 s $0.18/h RTX 3090 try 1/5: Pulling from library",
  );
  expect(progressLine({ ...MACHINE, elapsedMs: 12 * MINUTE, numGpus: 8 })).toBe(
    "loading 12 m $0.18/h 8x RTX 3090",
  );
  expect(progressLine({ phase: "searching" })).toBe("searching");
});

test("holds phase, time and price within the first twenty characters, however long it takes and whatever it costs", () => {
  const elapsed = fc.integer({ min: 0, max: 99 * 60 * MINUTE });
  const price = fc.double({ min: 0.0001, max: 9_999, noNaN: true });
  fc.assert(
    fc.property(elapsed, price, (elapsedMs, hourlyUsd) => {
      const row = progressLine({ ...MACHINE, elapsedMs, hourlyUsd }).slice(0, 20);
      expect(row).toMatch(/^loading \d{1,2} [smh] \$\d{1,4}(\.\d{1,2})?\/h/);
    }),
  );
});

test.each([
  [0, "0 s"],
  [99_999, "99 s"],
  [100 * SECOND, "1 m"],
  [99 * MINUTE, "99 m"],
  [100 * MINUTE, "1 h"],
  [-5, "0 s"],
])("shows %d ms as %s", (ms, text) => {
  expect(shortDuration(ms)).toBe(text);
});

test.each([
  [0.184644444, "$0.18/h"],
  [0.0004, "$0.01/h"],
  [0, "$0.00/h"],
  [9.999, "$10.0/h"],
  [12.34, "$12.3/h"],
  [99.96, "$100/h"],
  [123.4, "$123/h"],
])("shows %d $/h as %s", (price, text) => {
  expect(shortPrice(price)).toBe(text);
});

test("says of a retry what failed and how much time is left", () => {
  expect(retryLine("searching", "503", 160 * SECOND)).toBe("searching: 503, 2 m left, trying again");
});
