import fc from "fast-check";
import {
  adoptionLabel,
  adoptionToken,
  isAdoptionToken,
  isToken,
  keyOfToken,
  LABEL_LIMIT,
  launchLabel,
  makeToken,
  parseLaunchLabel,
  resourceKey,
} from "../../../provider/rules/instance/launch-token";

const identity = {
  organization: "acme",
  project: "train",
  stack: "dev",
  urn: "urn:pulumi:dev::train::x::gpu",
};
const random = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const token = makeToken(identity, random);

test("a token names its resource and is random beyond that", () => {
  expect(token).toMatch(/^pvai-[0-9a-f]{12}-[0-9a-z]{10}$/);
  expect(token.split("-")[1]).toBe(resourceKey(identity));
  expect(makeToken(identity, random)).toBe(token);
  expect(makeToken(identity, Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1))).not.toBe(token);
  expect(isToken(token)).toBe(true);
  expect(isToken(`x-${token}`)).toBe(false);
  expect(isToken("pvai-1-2")).toBe(false);
});

test.each(["organization", "project", "stack", "urn"])("another %s is another resource", (part) => {
  expect(resourceKey({ ...identity, [part]: "other" })).not.toBe(resourceKey(identity));
});

test("parts do not run into each other", () => {
  const left = resourceKey({ ...identity, project: "ab", stack: "c" });
  expect(resourceKey({ ...identity, project: "a", stack: "bc" })).not.toBe(left);
});

test("too few random bytes are refused", () => {
  expect(() => makeToken(identity, Uint8Array.of(1, 2, 3))).toThrow(
    "Expected at least 8 random bytes for a launch token, got 3",
  );
});

test("random parts of all zeros and all ones keep their length", () => {
  for (const byte of [0, 255]) {
    expect(makeToken(identity, new Uint8Array(8).fill(byte))).toMatch(/-[0-9a-z]{10}$/);
  }
});

test("a label reads back, whatever the name, within the service's limit and without half characters", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 400, unit: "binary" }),
        fc.string({ minLength: 200, maxLength: 300, unit: fc.constantFrom("🚀", "a") }),
      ),
      fc.integer({ min: 1, max: 20 }),
      (name, attempt) => {
        const label = launchLabel(name, token, attempt);
        expect(label.length).toBeLessThanOrEqual(LABEL_LIMIT);
        // A half character would come back as another one.
        expect(Buffer.from(label).toString()).toBe(label);
        expect(parseLaunchLabel(label)).toEqual({ token, key: resourceKey(identity), attempt });
      },
    ),
    { seed: 20_260_808 },
  );
});

test("a short name stays whole in front", () => {
  expect(launchLabel("gpu", token, 2)).toBe(`gpu-${token}.2`);
  expect(launchLabel("", token, 2)).toBe(`${token}.2`);
});

test.each([
  "",
  "gpu",
  token,
  `${token}.0`,
  `${token}.01`,
  `${token}.1x`,
  `gpu${token}.1`,
  "pvai-0123456789ab-short.1",
])("%j is no launch label", (label) => {
  expect(parseLaunchLabel(label)).toBeUndefined();
});

test.each([`GPU-${token.toUpperCase()}.3`, `gpu_${token.replaceAll("-", "_")}_3`, ` gpu-${token}.3 `])(
  "%j is read as the launch label that a service wrote in its own way",
  (label) => {
    expect(parseLaunchLabel(label)).toMatchObject({ token, attempt: 3 });
  },
);

describe("an adoption label", () => {
  test("keeps name, key and attempt, and carries a token of the machine's own", () => {
    const label = adoptionLabel(`gpu-${token}.3`, 20_000_001) ?? "";
    expect(label).toBe(`gpu-${adoptionToken(resourceKey(identity), 20_000_001)}.3`);
    const launch = parseLaunchLabel(label);
    expect(launch).toMatchObject({ key: resourceKey(identity), attempt: 3 });
    expect(isToken(launch?.token ?? "")).toBe(true);
    expect(keyOfToken(launch?.token ?? "")).toBe(resourceKey(identity));
    expect(isAdoptionToken(launch?.token ?? "", 20_000_001)).toBe(true);
  });

  test("is no other machine's, and no launch makes one for a machine that it does not know", () => {
    expect(isAdoptionToken(adoptionToken(resourceKey(identity), 1), 2)).toBe(false);
    expect(isAdoptionToken(token, 1)).toBe(false);
    expect(isAdoptionToken("gpu", 1)).toBe(false);
  });

  test("made twice is the same, whatever the machine's number", () => {
    for (const id of [1, 20_000_001, Number.MAX_SAFE_INTEGER]) {
      const once = adoptionLabel(`${token}.1`, id) ?? "";
      expect(once).toMatch(/^pvai-[0-9a-f]{12}-[0-9a-z]{10}\.1$/);
      expect(adoptionLabel(once, id)).toBe(once);
    }
  });

  test("is made of a launch label alone", () => {
    expect(adoptionLabel("somebody's", 1)).toBeUndefined();
  });
});
