import { instanceChange } from "../../../provider/rules/instance/instance-change";
import { BASE, CHANGES, type ChangeCase } from "./instance-change.cases";

/** What is in a state after a machine was rented with these arguments. */
function stateAfter(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    ...args,
    label: args["label"] ?? "trainer-pvai-0123456789ab-0123456789.1",
    targetState: args["targetState"] ?? "running",
    actualStatus: "running",
    dphTotal: 0.4,
    __asked: { label: args["label"], targetState: args["targetState"], price: args["price"] },
    __launchLabel: "trainer-pvai-0123456789ab-0123456789.1",
    __offer: {
      numGpus: 1,
      gpuName: "RTX 4090",
      gpuRam: 24_564,
      reliability: 0.99,
      verified: true,
      external: false,
      dphTotal: 0.4,
    },
    __disk: args["disk"] ?? 8,
  };
}

function changeOf({ before = {}, after = {}, state = {} }: ChangeCase) {
  return instanceChange({ ...stateAfter({ ...BASE, ...before }), ...state }, { ...BASE, ...after });
}

describe("what a change of an instance does", () => {
  test.each(CHANGES.map((row) => [row.edit, row.effect, row] as const))("%s: %s", (_edit, effect, row) => {
    const { replaces = [], reasons = [], repairs = [], warnings = [] } = row;
    expect(changeOf(row)).toEqual({
      ...{ effect, replaces, reasons, repairs, warnings },
      byArgument: effect !== "nothing" && row.drift === undefined,
      deleteBeforeReplace: row.deleteFirst === true,
    });
  });

  test("no reason shows a value that may be secret", () => {
    const secrets = CHANGES.map((row) => changeOf(row).reasons.join()).filter((text) =>
      text.includes("secret"),
    );
    expect(secrets).toEqual([]);
  });
});
