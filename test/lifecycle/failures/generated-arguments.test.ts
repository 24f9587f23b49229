import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { ProviderError } from "../../../provider/errors";
import { checkInstance } from "../../../provider/lifecycle/instance/check";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { checkTemplate } from "../../../provider/lifecycle/template/check";
import type { CheckFailure } from "../../../provider/rules/validation/check-failure";
import { containsUnknown } from "../../../provider/rules/validation/unknown";
import { testCall } from "../../support/test-call";
import { startWorld, urnOf, type Properties } from "../../support/start-world";
import { instanceArguments, templateArguments } from "./generated-arguments";

const CALL = testCall("x", urnOf("x"));

/** What the engine receives is plain JSON, and a failure names what it is about. */
function expectChecked({
  inputs,
  failures,
}: {
  inputs: Properties;
  failures: readonly CheckFailure[];
}): void {
  expect(JSON.parse(JSON.stringify(inputs))).toEqual(inputs);
  for (const { reason } of failures) expect(reason).toMatch(/`.*`/s);
}

test("6,000 sets of arguments of an instance are checked without a crash", () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(instanceArguments, (args) => {
      const checked = checkInstance(CALL, {}, args, randomBytes);
      expectChecked(checked);
      seen[checked.failures.length === 0 ? "right" : "wrong"] += 1;
      const again = checkInstance(CALL, checked.inputs, args, randomBytes);
      expect(again.inputs["__token"]).toBe(checked.inputs["__token"]);
    }),
    { numRuns: 6000, seed: 20_261_121 },
  );
  expect(seen.right).toBeGreaterThan(500);
  expect(seen.wrong).toBeGreaterThan(500);
});

test("4,000 sets of arguments of a template are checked without a crash", () => {
  const seen = { right: 0, wrong: 0 };
  fc.assert(
    fc.property(templateArguments, (args) => {
      const checked = checkTemplate(CALL, {}, args, randomBytes);
      expectChecked(checked);
      seen[checked.failures.length === 0 ? "right" : "wrong"] += 1;
    }),
    { numRuns: 4000, seed: 20_261_122 },
  );
  expect(seen.right).toBeGreaterThan(300);
  expect(seen.wrong).toBeGreaterThan(300);
});

test("what passes the check is launched, or refused with a typed error, and the state knows what is rented", async () => {
  const ends: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(instanceArguments, async (args) => {
      const checked = checkInstance(CALL, {}, args, randomBytes);
      if (checked.failures.length > 0 || containsUnknown(checked.inputs)) return;
      const { create, world } = startWorld();
      const answer: unknown = await create("x", args).catch((error: unknown) => error);
      const id =
        answer instanceof PartialFailure ? answer.id : answer instanceof Error ? undefined : idOf(answer);
      const live = world.ledger().rentals.filter(({ destroyedAt }) => destroyedAt === null);
      expect(live.map(({ instance }) => String(instance))).toEqual(id === undefined ? [] : [id]);
      if (answer instanceof Error)
        expect(answer instanceof ProviderError || answer instanceof PartialFailure).toBe(true);
      const end =
        answer instanceof ProviderError ? answer.code : answer instanceof Error ? answer.name : "ready";
      ends[end] = (ends[end] ?? 0) + 1;
    }),
    { numRuns: 400, seed: 20_261_123 },
  );
  expect(ends["ready"]).toBeGreaterThan(50);
}, 60_000);

function idOf(answer: unknown): string | undefined {
  return typeof answer === "object" && answer !== null && "id" in answer ? String(answer.id) : undefined;
}
