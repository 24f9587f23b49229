import fc from "fast-check";
import { readCheckpoint } from "../../../provider/lifecycle/recover/checkpoint";
import { doomedResource } from "../../../provider/lifecycle/recover/recovered-resource";
import { withoutDoomed, withRecovered } from "../../../provider/lifecycle/recover/rewrite-state";
import {
  integrityFault,
  PROVIDER,
  PROVIDER_URN,
  rowOf,
  rowsIn,
  stateOf,
  STACK,
  type Row,
} from "./stack-state";

const complete = (row: Row, id: string): Row => ({ ...row, id, outputs: { instanceId: Number(id) } });
const GPU = rowOf("instance", "gpu");
const BASE = complete(rowOf("template", "base"), "7");

const names = (text: string): string[] =>
  rowsIn(text).map(({ urn, id, delete: isDoomed }) =>
    [
      String(urn).split("::").at(-1),
      ...(typeof id === "string" ? [id] : []),
      ...(isDoomed === true ? ["doomed"] : []),
    ].join(" "),
  );

/** The state after the change, which the engine would take. */
function rewrite(resources: readonly Row[], kept: readonly Row[], doomed: readonly Row[] = []): string {
  const text = withRecovered(readCheckpoint(stateOf(resources, [...kept, ...doomed])), { kept, doomed });
  expect(integrityFault(rowsIn(text))).toBeUndefined();
  return text;
}

const HEAD = ["project-test", `default ${String(PROVIDER["id"])}`];

test("a recovered resource stands behind everything it names, and before nothing it need not", () => {
  const gpu = complete({ ...GPU, dependencies: [BASE["urn"]] }, "5");
  const later = complete(rowOf("instance", "later"), "9");
  expect(names(rewrite([BASE, later], [gpu]))).toEqual([...HEAD, "base 7", "gpu 5", "later 9"]);
});

test("one recovered resource may depend on another", () => {
  const gpu = complete({ ...GPU, dependencies: [BASE["urn"]] }, "5");
  expect(names(rewrite([], [BASE, gpu]))).toEqual([...HEAD, "base 7", "gpu 5"]);
});

test("everything else of the state stays as it was, except what was pending", () => {
  const state = stateOf([BASE], [GPU]);
  const before: unknown = JSON.parse(state);
  const after: unknown = JSON.parse(withRecovered(readCheckpoint(state), { kept: [], doomed: [] }));
  expect(after).toEqual({
    version: 3,
    deployment: { ...(before as { deployment: object }).deployment, pending_operations: [] },
  });
});

test("encrypted values are written as they were read", () => {
  const secret = {
    "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
    ciphertext: "v1:x:y",
  };
  const gpu = { ...complete(GPU, "5"), inputs: { env: { A: secret } } };
  expect(rowsIn(rewrite([], [gpu])).at(-1)).toMatchObject({ inputs: { env: { A: secret } } });
});

test("a replacement marks what it replaces to be deleted", () => {
  const old = complete(GPU, "4");
  expect(names(rewrite([old], [complete(GPU, "5")]))).toEqual([...HEAD, "gpu 5", "gpu 4 doomed"]);
});

test("a replacement takes the place of what was deleted for it", () => {
  const old = { ...complete(GPU, "4"), pendingReplacement: true };
  expect(names(rewrite([old], [complete(GPU, "5")]))).toEqual([...HEAD, "gpu 5"]);
});

test("what is doomed leaves the present holder of its URN alone", () => {
  const old = complete(GPU, "6");
  expect(names(rewrite([old], [], [doomedResource(complete(GPU, "5"))]))).toEqual([
    ...HEAD,
    "gpu 5 doomed",
    "gpu 6",
  ]);
});

test("what is doomed is not protected, kept or skipped when it is deleted", () => {
  const row = {
    ...complete(GPU, "5"),
    protect: true,
    retainOnDelete: true,
    deletedWith: BASE["urn"],
    initErrors: ["x"],
  };
  expect(doomedResource(row)).toEqual({ ...complete(GPU, "5"), delete: true });
});

test("what a record names and the state no longer has is left out of it", () => {
  const gone = "urn:pulumi:test::project::my:x:Comp::gone";
  const gpu = complete(
    {
      ...GPU,
      parent: gone,
      deletedWith: gone,
      dependencies: [gone, STACK["urn"]],
      propertyDependencies: { image: [gone], label: [] },
    },
    "5",
  );
  const written = rowsIn(rewrite([], [gpu])).at(-1);
  expect(written).toMatchObject({
    dependencies: [STACK["urn"]],
    propertyDependencies: { image: [], label: [] },
  });
  expect(written).not.toHaveProperty("parent");
  expect(written).not.toHaveProperty("deletedWith");
});

test("a provider that the state no longer has is added", () => {
  const gpu = complete({ ...GPU, provider: `${PROVIDER_URN}::other-id` }, "5");
  expect(names(rewrite([], [gpu]))).toEqual(["default other-id doomed", ...HEAD, "gpu 5"]);
});

test("only what was doomed and is gone is taken off, by URN and id", () => {
  const doomed = doomedResource(complete(GPU, "5"));
  const others = [complete(GPU, "6"), { ...complete(rowOf("instance", "b"), "5"), delete: true }];
  const text = withoutDoomed(readCheckpoint(stateOf([doomed, ...others], [])), [doomed]);
  expect(names(text)).toEqual([...HEAD, "gpu 6", "b 5 doomed"]);
});

test("any state that holds together holds together afterwards", () => {
  const COUNT = 8;
  const below = (limit: number) => fc.uniqueArray(fc.nat({ max: Math.max(0, limit - 1) }), { maxLength: 3 });
  const rows = fc.tuple(...Array.from({ length: COUNT }, (_, index) => below(index)));
  const found = fc.record({
    // A name from the state is a replacement, a higher one is new.
    name: fc.nat({ max: COUNT + 3 }),
    dependencies: below(COUNT),
    isDoomed: fc.boolean(),
  });
  const row = (name: number, id: number, dependencies: readonly number[]): Row =>
    complete(
      {
        ...rowOf("instance", `r${name}`),
        dependencies: dependencies
          .filter((one) => one < name)
          .map((one) => rowOf("instance", `r${one}`)["urn"]),
      },
      String(id),
    );
  fc.assert(
    fc.property(
      rows,
      fc.uniqueArray(found, { selector: ({ name }) => name, maxLength: 4 }),
      (state, recovered) => {
        const resources = state.map((dependencies, name) => row(name, name + 1, dependencies));
        const records = recovered.map(({ name, dependencies, isDoomed }, index) => ({
          isDoomed,
          record: row(name, 100 + index, dependencies),
        }));
        const kept = records.flatMap(({ isDoomed, record }) => (isDoomed ? [] : [record]));
        const doomed = records.flatMap(({ isDoomed, record }) => (isDoomed ? [doomedResource(record)] : []));
        const written = rowsIn(rewrite(resources, kept, doomed));
        const live = (id: unknown) => written.find((one) => one["id"] === id);
        expect(kept.every(({ id }) => live(id)?.["delete"] === undefined)).toBe(true);
        expect(doomed.every(({ id }) => live(id)?.["delete"] === true)).toBe(true);
        // Nothing that is billed is lost.
        expect(resources.every(({ id }) => live(id) !== undefined)).toBe(true);
      },
    ),
    { seed: 20260102, numRuns: 500 },
  );
});
