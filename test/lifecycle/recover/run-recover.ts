import { carryOut, type StackStore } from "../../../provider/lifecycle/recover/carry-out";
import { readCheckpoint } from "../../../provider/lifecycle/recover/checkpoint";
import { planRecovery, type Plan } from "../../../provider/lifecycle/recover/plan";
import type { Choices } from "../../../provider/lifecycle/recover/plan-item";
import { settledBy, surveyUntilSettled, type Survey } from "../../../provider/lifecycle/recover/survey";
import { startWorld, type Properties, type TestWorld } from "../../support/start-world";
import { FakeStack, stateOf } from "./stack-state";

/** `recover` without any flag. */
const NO_CHOICES: Choices = {
  destroy: false,
  destroyIds: new Set(),
  acceptIds: new Set(),
  rejectIds: new Set(),
  adoptIds: new Set(),
  isAccountConfirmed: false,
};

/** What `recover` finds and would do. */
export async function look(
  { session, clock }: TestWorld,
  stack: FakeStack,
  chosen: Partial<Choices> = {},
): Promise<[Survey, Plan]> {
  const seen = await clock.runUntil(
    surveyUntilSettled(session, readCheckpoint(stack.text), [], settledBy(session), () => undefined),
  );
  return [seen, planRecovery(seen, { ...NO_CHOICES, ...chosen })];
}

/** Runs `recover` on a stack; `store` is what it reads and writes where that is not the stack itself. */
export async function recover(
  world: TestWorld,
  stack: FakeStack,
  chosen: Partial<Choices> = {},
  store: StackStore = stack,
): ReturnType<typeof carryOut> {
  const [seen, plan] = await look(world, stack, chosen);
  return world.clock.runUntil(carryOut(world.session, store, seen.checkpoint, seen.account, plan));
}

/** A launch whose provider alone was killed: its engine has recorded neither a resource nor a pending operation. */
export async function orphaned(args: Properties): Promise<{ next: TestWorld; stack: FakeStack; id: number }> {
  const first = startWorld({ lifecycle: { loadSeconds: 60 } });
  first.begin(first.instanceInputs("trainer", args));
  await first.clock.advance(30_000);
  first.kill();
  const id = first.world.ledger().rentals[0]?.instance ?? 0;
  return { next: first.nextProcess(), stack: new FakeStack(stateOf([], [])), id };
}
