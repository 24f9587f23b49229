import { parseDuration, timeoutMs } from "../../../provider/lifecycle/settings/timeouts";

test.each([
  ["90s", 90_000],
  ["1h30m", 5_400_000],
  ["2.5m", 150_000],
  ["500ms", 500],
  ["1h", 3_600_000],
])("%s lasts %d ms", (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(["", "90", "1 h", "-5m", "m", "1d"])("`%s` is no duration", (text) =>
  expect(parseDuration(text)).toBeUndefined(),
);

test.each([
  ["create", {}, 3_600_000],
  ["update", {}, 1_200_000],
  ["delete", {}, 900_000],
  ["create", { __timeouts: { create: "10m" } }, 600_000],
  ["delete", { __timeouts: { create: "10m" } }, 900_000],
  ["update", { __timeouts: { update: "soon" } }, 1_200_000],
] as const)("%s of %j may take %d ms", (operation, properties, ms) =>
  expect(timeoutMs(properties, operation)).toBe(ms),
);
