import { ANY_SEARCH, startWorld } from "../../support/start-world";

const ARGS = { image: "acme/trainer:1", search: ANY_SEARCH };

/** The names of what is sent when an offer is accepted for these arguments. */
async function sentFor(args: Record<string, unknown>): Promise<string[]> {
  const { create, world } = startWorld();
  await create("trainer", args);
  const accepted = world.requests().find(({ route }) => route === "asks.accept");
  const body = accepted?.body;
  return typeof body === "object" && body !== null ? Object.keys(body).toSorted() : [];
}

describe("arguments that are not set", () => {
  test("are not sent, except for the disk and `cancel_unavail`", async () => {
    expect(await sentFor(ARGS)).toEqual(["cancel_unavail", "disk", "image", "label"]);
  });

  test("are sent once they are set, to the service's own default too", async () => {
    expect(await sentFor({ ...ARGS, targetState: "running", runtype: "ssh" })).toEqual([
      ...["cancel_unavail", "disk", "image", "label", "runtype", "target_state"],
    ]);
  });

  test("ask nothing of a machine that runs: a new label is one request, and spelling `running` out is none", async () => {
    const { create, update, instanceInputs, world } = startWorld();
    const { id, outs } = await create("trainer", ARGS);
    expect(outs["targetState"]).toBe("running");
    const before = world.requests().length;
    const renamed = await update(id, outs, instanceInputs("trainer", { ...ARGS, label: "renamed" }, outs));
    const sent = world.requests().slice(before);
    expect(sent.map(({ route, body }) => ({ route, body }))).toEqual([
      { route: "instances.change", body: { label: "renamed" } },
    ]);
    const after = world.requests().length;
    const spelled = { ...ARGS, label: "renamed", targetState: "running" };
    await update(id, renamed, instanceInputs("trainer", spelled, renamed));
    expect(world.requests().slice(after)).toEqual([]);
  });
});
