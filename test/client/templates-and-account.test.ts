import { hasCode } from "../../provider/errors";
import { TransportError } from "../../provider/wire/transport-error";
import { reply, stubService } from "./stub-service";

const reset = new TransportError("broken", true, "reset");

describe("templates", () => {
  test("are found by filters in the query, with filters given as text or object", async () => {
    const templates = [
      { id: 1, hash_id: "h1", extra_filters: '{"gpu_ram":{"gte":24000}}', docker_login_pass: "planted" },
      { id: 2, hash_id: "h2", extra_filters: { num_gpus: { eq: 1 } }, env: { A: "it's", "-p 1:1": "1" } },
      { id: 3 },
    ];
    const service = stubService([reply(200, { success: true, templates })]);
    const found = await service.run(service.client.findTemplates({ creatorId: { eq: 1 } }));
    expect(found.map(({ extraFilters }) => extraFilters)).toEqual([
      { gpuRam: { gte: 24000 } },
      { numGpus: { eq: 1 } },
    ]);
    expect(found[1]?.env).toBe(`-e A='it'\\''s' -p 1:1`);
    expect(JSON.stringify(found)).not.toContain("planted");
    expect(new URL(service.requests[0]?.path ?? "", "http://x").searchParams.get("select_filters")).toBe(
      '{"creator_id":{"eq":1}}',
    );
  });

  test.each([
    [{ success: false, msg: "No templates found" }],
    [{ success: false, templates: [] }],
    [{ success: true, templates: null }],
  ])("%j is an empty list", async (body) => {
    const service = stubService([reply(200, body)]);
    expect(await service.run(service.client.findTemplates({}))).toEqual([]);
  });

  test("are created with an empty login where none is given, and only once", async () => {
    const body = {
      name: "n",
      image: "i",
      private: true,
      extraFilters: { gpuName: "A100" },
      readme: undefined,
    };
    const service = stubService([reply(200, { template: { id: 5, hash_id: "h" } })]);
    expect(await service.run(service.client.createTemplate(body))).toEqual({ id: 5, hashId: "h" });
    expect(service.requests[0]?.body).toEqual({
      docker_login_repo: "",
      docker_login_user: "",
      docker_login_pass: "",
      name: "n",
      image: "i",
      private: true,
      extra_filters: { gpu_name: { eq: "A100" } },
    });
    const losing = stubService([reset]);
    expect(hasCode(await losing.failure(losing.client.createTemplate(body)), "ANSWER_LOST")).toBe(true);
    expect(losing.requests.length).toBe(1);
  });

  test("are edited by hash with null as reset, and deleted by number", async () => {
    const service = stubService([reply(200, { success: true, template: { hash_id: "new" } })]);
    expect(await service.run(service.client.editTemplate("old", { readme: null }))).toEqual({
      hashId: "new",
    });
    expect(await service.run(service.client.deleteTemplate(5))).toBe("deleted");
    expect(service.requests.map(({ method, body }) => [method, body])).toEqual([
      ["PUT", { hash_id: "old", readme: null }],
      ["DELETE", { template_id: 5 }],
    ]);
    const gone = stubService([reply(404, { success: false, error: "not_found", msg: "x" })]);
    expect(await gone.run(gone.client.deleteTemplate(5))).toBe("gone");
  });
});

test.each([
  [[{ id: 1 }, { id: 2, deleted_at: 5 }], 1],
  [{ success: true, ssh_keys: [{ id: 1 }] }, 1],
  [[], 0],
])("keys given as %j count %i", async (body, count) => {
  const service = stubService([reply(200, body)]);
  expect(await service.run(service.client.countSshKeys())).toBe(count);
});

test("an account without keys gets a 404 with an error code, and counts none", async () => {
  const service = stubService([
    reply(404, { success: false, error: "no_ssh_keys", msg: "No SSH keys found" }),
  ]);
  expect(await service.run(service.client.countSshKeys())).toBe(0);
});
