import { at, keysOf, makeTestWorld, OFFER } from "./support";
import { containing } from "./matchers";

const image = "busybox";

const offered: readonly (readonly [string, string])[] = [
  ["POST", "/api/v0/bundles/"],
  ["PUT", `/api/v0/asks/${OFFER}/`],
  ["GET", "/api/v0/instances/7/"],
  ["GET", "/api/v0/template/"],
  ["POST", "/api/v0/template/"],
  ["PUT", "/api/v0/template/"],
  ["DELETE", "/api/v0/template/"],
];

const beyond: readonly (readonly [string, string])[] = [
  ["GET", "/api/v1/instances/"],
  ["GET", "/api/v0/instances/"],
  ["PUT", "/api/v0/instances/7/"],
  ["PUT", "/api/v0/instances/bid_price/7/"],
  ["DELETE", "/api/v0/instances/"],
  ["GET", "/api/v0/users/current/"],
  ["GET", "/api/v0/ssh/"],
];

describe("a deployment of the API specification alone", () => {
  test.each(offered)("%s %s answers", async (method, path) => {
    const { send } = makeTestWorld({ interfaceOnly: true });
    expect((await send(method, path, method === "GET" ? undefined : {})).text).not.toContain(
      "404: Not Found",
    );
  });

  test.each(beyond)("%s %s is not found, without an auth body", async (method, path) => {
    const { send } = makeTestWorld({ interfaceOnly: true });
    expect(await send(method, path, method === "GET" ? undefined : {})).toMatchObject({
      status: 404,
      text: "404: Not Found",
    });
  });

  test("a machine can be destroyed, unless the deployment is strict", async () => {
    const usual = makeTestWorld({ interfaceOnly: true });
    const id = await usual.rent(OFFER, { image });
    expect((await usual.send("DELETE", `/api/v0/instances/${id}/`, {})).status).toBe(200);
    const strict = makeTestWorld({ interfaceOnly: "strict" });
    const kept = await strict.rent(OFFER, { image });
    expect(await strict.send("DELETE", `/api/v0/instances/${kept}/`, {})).toMatchObject({ status: 404 });
  });

  test("a strict one refuses a search key beyond the document and names it", async () => {
    const { send } = makeTestWorld({ interfaceOnly: "strict" });
    expect(
      await send("POST", "/api/v0/bundles/", { num_gpus: { gte: 1 }, type: "ondemand", limit: 3 }),
    ).toMatchObject({ status: 200 });
    expect(await send("POST", "/api/v0/bundles/", { allocated_storage: 8 })).toMatchObject({
      status: 400,
      body: { error: "invalid_request", msg: containing("allocated_storage") },
    });
  });

  test("a new template needs the registry fields, empty where there is no login", async () => {
    const logins = { docker_login_repo: "", docker_login_user: "", docker_login_pass: "" };
    const { send } = makeTestWorld({ interfaceOnly: true });
    for (const left of Object.keys(logins)) {
      const body = { name: "mine", image, ...logins, [left]: undefined };
      expect(await send("POST", "/api/v0/template/", body)).toMatchObject({
        status: 400,
        body: { error: "invalid_args", msg: containing(`${left} is required`) },
      });
    }
    expect(await send("POST", "/api/v0/template/", { name: "mine", image, ...logins })).toMatchObject({
      status: 200,
    });
  });

  test("no template found is an empty list", async () => {
    const { send } = makeTestWorld({ interfaceOnly: true });
    const filters = encodeURIComponent('{"id":{"eq":7}}');
    expect((await send("GET", `/api/v0/template/?select_filters=${filters}`)).body).toEqual({
      templates: [],
    });
  });

  test("sparse records carry the document's fields only", async () => {
    const { send, rent, read } = makeTestWorld({ sparseRecords: true, offers: [{}] });
    const reply = await send("POST", "/api/v0/bundles/", {});
    expect(keysOf(at(reply.body, "offers", 0))).toEqual(["id", "num_gpus", "gpu_name", "dph_total"]);
    expect(await read(await rent(OFFER, { label: "x" }))).toEqual({
      id: 20_000_001,
      actual_status: null,
      label: "x",
    });
  });
});
