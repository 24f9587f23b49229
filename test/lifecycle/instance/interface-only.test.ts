import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { textWith } from "../../support/matchers";
import { ANY_SEARCH, startWorld, type TestWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch:latest", search: ANY_SEARCH };

describe("a label where labels cannot be set", () => {
  const LABELLED = { ...ARGS, label: "my trainer" };

  /** An instance of that label, on a deployment that has only the API specification's endpoints. */
  async function labelled(): Promise<TestWorld & { id: string; outs: Record<string, unknown> }> {
    const world = startWorld({ interfaceOnly: true });
    return { ...world, ...(await world.create("trainer", LABELLED)) };
  }

  test("is warned about once, and is no drift to the next preview, nor after a refresh", async () => {
    const { id, outs, lines, read, diff, instanceInputs } = await labelled();
    expect(outs["label"]).toMatch(/pvai/);
    expect(lines).toContainEqual({ kind: "warning", message: textWith("keeps the label") });
    const inputs = instanceInputs("trainer", LABELLED, outs);
    expect(diff(outs, inputs).change.effect).toBe("nothing");
    const { props = {} } = await read(id, outs);
    expect(diff(props, inputs).change.effect).toBe("nothing");
  });

  test("does not block other updates", async () => {
    const { id, outs, update, instanceInputs, world } = await labelled();
    const sent = world.requests().length;
    const news = instanceInputs("trainer", { ...LABELLED, launch: { attempts: 2 } }, outs);
    const updated = await update(id, outs, news);
    expect(updated).toMatchObject({ launch: { attempts: 2 }, label: outs["label"] });
    expect(world.requests()).toHaveLength(sent);
  });

  test("is refused where it is changed, which reverting fixes", async () => {
    const { id, outs, update, diff, instanceInputs } = await labelled();
    const news = instanceInputs("trainer", { ...ARGS, label: "yours" }, outs);
    const failure: unknown = await update(id, outs, news).catch((error: unknown) => error);
    if (!(failure instanceof PartialFailure)) throw new Error("the label was changed");
    expect(failure.reasons).toEqual([textWith("label")]);
    const back = instanceInputs("trainer", LABELLED, failure.properties);
    expect(diff(failure.properties, back).change.effect).toBe("nothing");
    // The engine updates all the same, because the last update failed.
    const mended = await update(id, failure.properties, back);
    expect(diff(mended, back).change.effect).toBe("nothing");
  });

  test("of a state that does not say so yet is tried once more, and then left", async () => {
    const { id, outs, lines, update, diff, instanceInputs } = await labelled();
    const { __labelUnsupported: _said, ...older } = outs;
    const inputs = instanceInputs("trainer", LABELLED, older);
    expect(diff(older, inputs).change).toMatchObject({ effect: "update", byArgument: false });
    const updated = await update(id, older, inputs);
    expect(lines.filter(({ message }) => message.includes("keeps the label"))).toHaveLength(2);
    expect(diff(updated, inputs).change.effect).toBe("nothing");
  });
});

describe("a record that has the API specification's three fields only", () => {
  /** The service's answers to reads, cut down; the machine is in that state. */
  function bare(status: string): TestWorld {
    return startWorld({
      interfaceOnly: true,
      garble: ({ method, path }) => {
        const id = /^\/api\/v0\/instances\/(\d+)\/$/.exec(path)?.[1];
        if (method !== "GET" || id === undefined) return undefined;
        const instances = { id: Number(id), actual_status: status, label: "kept" };
        return { status: 200, text: JSON.stringify({ instances }) };
      },
    });
  }

  test.each(["stopped", "exited"])(
    "shows a machine that is to be stopped, and is %s, as stopped",
    async (status) => {
      const { create, read, update, diff, instanceInputs } = bare(status);
      const args = { ...ARGS, targetState: "stopped" };
      const { id, outs } = await create("spare", args);
      expect(outs).toMatchObject({ targetState: "stopped", actualStatus: status });
      const { props = {} } = await read(id, outs);
      expect(props).toMatchObject({ targetState: "stopped", actualStatus: status });
      const inputs = instanceInputs("spare", args, props);
      expect(diff(props, inputs).change.repairs).not.toContainEqual(textWith("targetState"));
      await expect(update(id, props, { ...inputs, label: "kept" })).resolves.toMatchObject({
        targetState: "stopped",
      });
    },
  );

  test("shows a machine that is to run as running", async () => {
    const { create, read, diff, instanceInputs } = bare("running");
    const { id, outs } = await create("trainer", { ...ARGS, label: "kept" });
    const { props = {} } = await read(id, outs);
    expect(props).toMatchObject({ targetState: "running" });
    expect(diff(props, instanceInputs("trainer", { ...ARGS, label: "kept" }, props)).change.effect).toBe(
      "nothing",
    );
  });
});
