import { secret } from "../../../provider/lifecycle/engine/engine-values";
import { textMatching, textWith } from "../../support/matchers";
import { diffTemplate } from "../../../provider/lifecycle/template/diff";
import { PartialFailure } from "../../../provider/lifecycle/engine/partial-failure";
import { startWorld, type TestWorld } from "../../support/start-world";

const ARGS = { image: "pytorch/pytorch", env: { A: "1" }, onstart: "echo hi", readme: "# hi" };
const POST = { endpoint: "templates.create" };

function ours({ world }: TestWorld) {
  return world.templates.all().filter(({ creatorId }) => creatorId === 4001);
}

function sent({ world }: TestWorld, route: string): number {
  return world.requests().filter((request) => request.route === route).length;
}

describe("a template", () => {
  test("is created, and what the service filled in is read back", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    const [entry] = ours(process);
    expect(outs).toMatchObject({
      templateId: entry?.id,
      hashId: entry?.hashId,
      creatorId: 4001,
      private: true,
      recommendedDiskSpace: 8,
      __account: 4001,
    });
    expect(id).toBe(String(entry?.id));
    expect(outs["name"]).toMatch(/^base-[0-9a-f]{7}$/);
  });

  test("of equal content that is there already is refused, and named", async () => {
    const process = startWorld();
    const first = await process.template.create("base", { ...ARGS, name: "mine" });
    await expect(
      process.nextProcess().template.create("base", { ...ARGS, name: "mine" }),
    ).rejects.toMatchObject({
      code: "TEMPLATE_EXISTS",
      message: textWith(`Template.get("…", "${first.id}")`),
    });
    expect(ours(process)).toHaveLength(1);
  });

  test("twice in one program is refused too", async () => {
    const process = startWorld();
    await process.template.create("one", { ...ARGS, name: "mine" });
    await expect(process.template.create("two", { ...ARGS, name: "mine" })).rejects.toMatchObject({
      code: "TEMPLATE_EXISTS",
    });
  });

  test("is edited with the changed fields only, and keeps its id while the hash changes", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    const inputs = process.templateInputs("base", ARGS, outs);
    const news = process.templateInputs("base", { ...ARGS, readme: "# new" }, inputs);
    const edited = await process.template.update(id, outs, news);
    expect(edited["hashId"]).not.toBe(outs["hashId"]);
    expect(edited["hashId"]).toBe(ours(process)[0]?.hashId);
    expect(process.world.requests().at(-1)?.body).toEqual({ hash_id: outs["hashId"], readme: "# new" });
  });

  test("loses what an argument set when the argument is removed", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    const { onstart: _onstart, env: _env, ...rest } = ARGS;
    await process.template.update(id, outs, process.templateInputs("base", rest, outs));
    expect(ours(process)[0]?.content).toMatchObject({ onstart: "", env: "", readme: "# hi" });
  });

  test("whose hash has gone stale is edited all the same, on top of the other edit, with a warning", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    process.world.do({ action: "edit-template", template: Number(id), changes: { desc: "theirs" } });
    const edited = await process.template.update(
      id,
      outs,
      process.templateInputs("base", { ...ARGS, readme: "# new" }, outs),
    );
    const [entry] = ours(process);
    expect(entry?.content).toMatchObject({ desc: "theirs", readme: "# new" });
    expect(edited["hashId"]).toBe(entry?.hashId);
    expect(process.lines).toContainEqual({
      kind: "warning",
      message: textMatching(/was edited by somebody else/),
    });
  });

  test("that is edited while our edit is on its way ends with our edit", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    process.world.fault({ kind: "template-edited" });
    await process.template.update(
      id,
      outs,
      process.templateInputs("base", { ...ARGS, readme: "# new" }, outs),
    );
    expect(ours(process)[0]?.content).toMatchObject({ desc: "edited by somebody else", readme: "# new" });
  });

  test("that is gone cannot be edited, and says what to do", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    process.world.do({ action: "delete-template", template: Number(id) });
    const news = process.templateInputs("base", { ...ARGS, readme: "# new" }, outs);
    await expect(process.template.update(id, outs, news)).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: textMatching(/it is gone\. Run `pulumi refresh`/),
    });
  });

  test("speaks the service's language in extraFilters, which is no drift of ours", async () => {
    const process = startWorld();
    const args = { ...ARGS, extraFilters: { geolocation: "EU", driverVersion: { gte: "535" } } };
    const { id, outs } = await process.template.create("base", args);
    expect(ours(process)[0]?.content).toMatchObject({
      extra_filters: {
        driver_version: { gte: "535.00.00" },
        geolocation: { in: expect.arrayContaining(["DE", "SE"]) as string[] },
      },
    });
    const { props = {}, inputs = {} } = await process.template.read(id, outs);
    expect(props).not.toHaveProperty("__drift");
    expect(inputs["extraFilters"]).toEqual(outs["extraFilters"]);
    const news = process.templateInputs("base", args, inputs);
    expect(diffTemplate(props, news)).toEqual({ changes: false });
    process.world.do({
      action: "edit-template",
      template: Number(id),
      changes: { extra_filters: { geolocation: { eq: "US" } } },
    });
    expect((await process.template.read(id, props)).props).toMatchObject({ __drift: ["extraFilters"] });
  });

  test("shows drift when it is read, and an update takes it back", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", { ...ARGS, desc: "ours" });
    process.world.do({ action: "edit-template", template: Number(id), changes: { desc: "theirs" } });
    const { props = {}, inputs = {} } = await process.template.read(id, outs);
    expect(props).toMatchObject({ desc: "theirs", __drift: ["desc"] });
    expect(inputs).toMatchObject({ desc: "ours" });
    const news = process.templateInputs("base", { ...ARGS, desc: "ours" }, inputs);
    const repaired = await process.template.update(id, props, news);
    expect(ours(process)[0]?.content).toMatchObject({ desc: "ours" });
    expect(repaired["__drift"]).toBeUndefined();
    expect((await process.template.read(id, repaired)).props).not.toHaveProperty("__drift");
  });

  test("is deleted by its numeric id, twice without harm", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    await process.template.remove(id, outs);
    await process.template.remove(id, outs);
    expect(ours(process)).toEqual([]);
    expect(await process.template.read(id, outs)).toEqual({});
  });

  test("that does not exist fails a get", async () => {
    const process = startWorld();
    await expect(process.template.read("12345", {}, true)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const made = await process.template.create("base", ARGS);
    const { props } = await process.template.read(made.id, {}, true);
    expect(props).toMatchObject({ image: ARGS.image, hashId: made.outs["hashId"] });
  });

  test.each([
    ["plain", { image: "a/b" }],
    ["full", ARGS],
    [
      "ssh",
      {
        image: "a/b:1",
        runtype: "ssh",
        sshDirect: true,
        useSsh: true,
        ports: ["8080:80"],
        recommendedDiskSpace: 32,
      },
    ],
    ["job", { image: "a/b", tag: "2", argsStr: "--one 'two three'", dockerOptions: "--shm-size=8g" }],
  ])("that is only read has the fingerprint of its resource, a secret: %s", async (_kind, args) => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", args);
    const read = async () => (await process.template.read(id, {}, true)).props?.["launchHash"];
    expect(await read()).toEqual(secret(outs["launchHash"]));
    process.world.do({ action: "edit-template", template: Number(id), changes: { readme: "theirs" } });
    expect(await read()).toEqual(secret(outs["launchHash"]));
    process.world.do({ action: "edit-template", template: Number(id), changes: { onstart: "echo other" } });
    expect(await read()).not.toEqual(secret(outs["launchHash"]));
  });

  test("of another account is not touched", async () => {
    const process = startWorld({
      accounts: [
        { id: 4001, apiKey: "emulator-key" },
        { id: 4002, apiKey: "other-key" },
      ],
    });
    const { id, outs } = await process.template.create("base", ARGS);
    const other = process.nextProcess({ apiKey: "other-key" });
    const refused = { code: "WRONG_ACCOUNT" };
    await expect(other.template.read(id, outs)).rejects.toMatchObject(refused);
    await expect(other.template.remove(id, outs)).rejects.toMatchObject(refused);
    const news = process.templateInputs("base", { ...ARGS, readme: "x" }, outs);
    await expect(other.template.update(id, outs, news)).rejects.toMatchObject(refused);
    expect(ours(process)).toHaveLength(1);
  });
});

describe("a template whose creation is not answered", () => {
  test.each([
    ["cut after the service acted", { kind: "drop" }],
    ["500 after the service acted", { kind: "status", status: 500, when: "after" }],
    ["half an answer", { kind: "unreadable", form: "truncated" }],
    ["acting 40 s late", { kind: "acts-late", seconds: 40 }],
  ] as const)("%s, is found by name, creator and time", async (_what, fault) => {
    const process = startWorld();
    process.world.fault({ ...fault, match: POST });
    const { id } = await process.template.create("base", ARGS);
    expect(ours(process).map((entry) => String(entry.id))).toEqual([id]);
    expect(sent(process, "templates.create")).toBe(1);
  });

  test.each([
    ["cut", { kind: "drop", when: "before" }],
    ["500", { kind: "status", status: 500 }],
  ] as const)(
    "%s before the service acted, is never sent twice: the error says what to search for",
    async (_what, fault) => {
      const process = startWorld();
      process.world.fault({ ...fault, match: POST });
      await expect(process.template.create("base", { ...ARGS, name: "mine" })).rejects.toMatchObject({
        code: "ANSWER_LOST",
        message: textMatching(/template "mine" was created is not known/),
      });
      expect(sent(process, "templates.create")).toBe(1);
      await process.nextProcess().template.create("base", { ...ARGS, name: "mine" });
      expect(ours(process)).toHaveLength(1);
    },
  );

  test("is not taken for one of the same name that was there before", async () => {
    const process = startWorld();
    await process.template.create("one", { ...ARGS, name: "mine" });
    const next = process.nextProcess();
    next.world.fault({ kind: "drop", match: POST });
    const { id } = await next.template.create("two", { ...ARGS, name: "mine", readme: "# other" });
    expect(ours(process).map((entry) => String(entry.id))).toContain(id);
    expect(ours(process)).toHaveLength(2);
  });

  test("and then cannot be read back is in the state as it was created", async () => {
    const process = startWorld();
    const abort = new AbortController();
    process.world.fault({
      kind: "status",
      status: 503,
      times: "always",
      match: { endpoint: "templates.search" },
    });
    void process.clock.sleep(60_000).then(() => abort.abort(new Error("cancelled")));
    const failure: unknown = await process.template
      .create("base", ARGS, abort.signal)
      .catch((error: unknown) => error);
    const [entry] = ours(process);
    expect(failure).toBeInstanceOf(PartialFailure);
    expect(failure).toMatchObject({
      id: String(entry?.id),
      properties: { hashId: entry?.hashId, image: ARGS.image },
    });
  });

  test("an edit whose answer is lost ends edited, with the hash of now", async () => {
    const process = startWorld();
    const { id, outs } = await process.template.create("base", ARGS);
    process.world.fault({ kind: "drop", match: { endpoint: "templates.edit" } });
    const news = process.templateInputs("base", { ...ARGS, readme: "# new" }, outs);
    const edited = await process.template.update(id, outs, news);
    expect(ours(process)[0]).toMatchObject({ hashId: edited["hashId"], content: { readme: "# new" } });
  });
});
