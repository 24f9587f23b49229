import { engineFailures } from "../../../provider/adapters/dynamic/engine-failures";

test.each([
  ["disk", { disk: 4 }, "disk"],
  ["image", {}, ""],
  ["offerIds", { offerIds: [] }, ""],
  ["search.filters.gpuRam", { search: { filters: { gpuRam: 24 } } }, ""],
  ["ports[0]", { ports: ["x"] }, ""],
  ["", { image: 1 }, ""],
])("a failure of %j names the property only where the engine finds its value", (property, inputs, named) => {
  expect(engineFailures([{ property, reason: "why" }], inputs)).toEqual([{ property: named, reason: "why" }]);
});
