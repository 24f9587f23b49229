import { TestEngine, type TestEngineOptions } from "./engine/test-engine";
import type { Engine, PhaseOptions } from "./journey-engine";

/** The tests' own engine behind the interface of journeys. */
export function testEngine(options: TestEngineOptions): Engine {
  const engine = new TestEngine(options);
  return {
    kind: "test engine",
    start: (phase, how) => engine.start(phase, how),
    preview: (how?: PhaseOptions) => engine.start("preview", how).result,
    up: (how?: PhaseOptions) => engine.start("up", how).result,
    refresh: (how?: PhaseOptions) => engine.start("refresh", how).result,
    destroy: (how?: PhaseOptions) => engine.start("destroy", how).result,
    exportState: () => Promise.resolve(engine.exportState()),
    importState: (exported) => {
      engine.importState(exported);
      return Promise.resolve();
    },
    setConfig: (key, value, secrecy) => {
      engine.setConfig(key, value, secrecy);
      return Promise.resolve();
    },
    unlock: () => Promise.resolve(),
  };
}
