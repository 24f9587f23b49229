import { customTimeoutMs, parseDuration } from "../../../provider/adapters/dynamic/custom-timeouts";
import { DEFAULT_TIMEOUT_MS } from "../../../provider/lifecycle/session/run-operation";

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
  ["create", {}, undefined],
  ["create", { __timeouts: { create: "10m" } }, 600_000],
  ["delete", { __timeouts: { create: "10m" } }, undefined],
  ["update", { __timeouts: { update: "soon" } }, undefined],
] as const)("%s of %j is given %s ms", (operation, properties, ms) =>
  expect(customTimeoutMs(properties, operation)).toBe(ms),
);

test("a create may take an hour by itself, an update and a read 20 minutes, a delete 15", () => {
  expect(DEFAULT_TIMEOUT_MS).toEqual({
    create: 3_600_000,
    update: 1_200_000,
    read: 1_200_000,
    delete: 900_000,
  });
});
