import { newDynamicProcess } from "../../../provider/adapters/dynamic/dynamic-process";
import { ProcessWatch, type Probes } from "../../../provider/adapters/dynamic/process-watch";
import { EngineGone, ProgramGone } from "../../../provider/lifecycle/engine/gone";
import { FakeClock } from "../../support/fake-clock";

function watchOver({ programAlive = true, engineAlive = true } = {}) {
  const clock = new FakeClock();
  const state = newDynamicProcess();
  const world = { programAlive, engineAlive, exits: 0 };
  const probes: Probes = {
    isAlive: () => world.programAlive,
    engineAnswers: () => Promise.resolve(world.engineAlive),
    exit: () => {
      world.exits += 1;
    },
  };
  state.programPid = 4711;
  const watch = new ProcessWatch(state, clock, probes);
  const operation = new AbortController();
  return { clock, state, world, watch, operation };
}

describe("the watch over program and engine", () => {
  test("cancels what is in flight when the program is gone, and continues", async () => {
    const { clock, state, world, watch, operation } = watchOver();
    state.operations.add(operation);
    watch.start();
    await clock.advance(1000);
    expect(operation.signal.aborted).toBe(false);
    world.programAlive = false;
    await clock.advance(300);
    expect(operation.signal.reason).toBeInstanceOf(ProgramGone);
    expect(world.exits).toBe(0);
  });

  test("takes engine and program gone together for a lost engine: nobody records a result any more", async () => {
    const { clock, state, world, watch, operation } = watchOver();
    state.operations.add(operation);
    watch.start();
    world.programAlive = false;
    world.engineAlive = false;
    await clock.advance(300);
    expect(operation.signal.reason).toBeInstanceOf(EngineGone);
    expect(world.exits).toBe(0);
    state.operations.delete(operation);
    await clock.advance(100);
    expect(world.exits).toBe(1);
  });

  test("exits at once on a signal where nothing is in flight", () => {
    const { world, watch } = watchOver();
    watch.onSignal();
    expect(world.exits).toBe(1);
  });

  test("on a signal with work in flight ends the work first", async () => {
    const { clock, state, world, watch, operation } = watchOver();
    state.operations.add(operation);
    watch.onSignal();
    expect(operation.signal.reason).toBeInstanceOf(EngineGone);
    await clock.advance(200);
    expect(world.exits).toBe(0);
    state.operations.delete(operation);
    await clock.advance(100);
    expect(world.exits).toBe(1);
  });

  test("leaves an idle process whose engine is gone", async () => {
    const { clock, world, watch } = watchOver({ engineAlive: false });
    watch.start();
    await clock.advance(300);
    expect(world.exits).toBe(1);
  });
});
