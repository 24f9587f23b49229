import { ProviderError } from "../../provider/errors";
import { hasCode } from "../../provider/errors";
import { TransportError } from "../../provider/wire/transport-error";
import { SEARCH } from "./any-search";
import { reply, stubService, type Answer } from "./stub-service";

const REQUEST = {
  label: "job",
  disk: 16,
  image: "ubuntu",
  env: { A: "1" },
  ports: ["8080:80", "53:53/udp"],
  cancelUnavail: true,
  volumeInfo: { volumeId: 7, mountPath: "/data" },
  runtype: undefined,
} as const;
const choose = () => ({ offerId: 4711, request: REQUEST });
const refused = new TransportError("connect", false, "refused");
const reset = new TransportError("broken", true, "reset");
const rented = reply(200, { success: true, new_contract: 99, instance_api_key: "secret" });
const tooFrequent = reply(429, "API requests too frequent: endpoint threshold=4.5");

describe("search", () => {
  test("speaks the service's names, bare values as eq and arrays as in", async () => {
    const service = stubService([reply(200, { offers: [] })]);
    await service.run(service.client.searchOffers(SEARCH));
    expect(service.requests).toMatchObject([
      {
        method: "POST",
        path: "/api/v0/bundles/",
        body: {
          gpu_name: { in: ["RTX 4090"] },
          num_gpus: { eq: 1 },
          inet_down: { gte: 500 },
          type: "ondemand",
          order: [["dph_total", "asc"]],
          limit: 3,
          allocated_storage: 40,
        },
      },
    ]);
  });
});

describe("rent", () => {
  test("joins env and ports, omits what is unset, and gives the instance's id", async () => {
    const service = stubService([rented]);
    const answer = await service.run(service.client.acceptOffer(choose));
    expect(answer).toEqual({ offerId: 4711, instanceId: 99 });
    expect(service.requests).toMatchObject([{ method: "PUT", path: "/api/v0/asks/4711/" }]);
    expect(service.requests[0]?.body).toEqual({
      label: "job",
      disk: 16,
      image: "ubuntu",
      cancel_unavail: true,
      env: { A: "1", "-p 8080:80": "1", "-p 53:53/udp": "1" },
      volume_info: { create_new: false, volume_id: 7, mount_path: "/data" },
    });
  });

  test("choosing nothing sends nothing", async () => {
    const service = stubService([rented]);
    expect(await service.run(service.client.acceptOffer(() => undefined))).toBeUndefined();
    expect(service.requests).toEqual([]);
  });

  test.each([
    ["choosing", "SERVICE_ERROR"],
    ["choosing", "RATE_LIMITED"],
    ["preparing", "UNREACHABLE"],
    ["preparing", "UNEXPECTED_REPLY"],
  ] as const)("a failure while %s with %s is that failure, once, and no lost answer", async (when, code) => {
    const service = stubService([rented]);
    let calls = 0;
    const fail = (): never => {
      calls += 1;
      throw new ProviderError(code, "the search failed");
    };
    const call =
      when === "choosing"
        ? service.client.acceptOffer(fail)
        : service.client.acceptOffer(choose, { prepare: () => Promise.resolve().then(fail) });
    expect(await service.failure(call)).toMatchObject({ code, message: "the search failed" });
    expect([calls, service.requests.length]).toEqual([1, 0]);
  });

  const sentAgain: [string, Answer][] = [
    ["too frequent", tooFrequent],
    ["no connection", refused],
  ];
  test.each(sentAgain)(
    "%s: it certainly did not happen, so the same offer is asked for again",
    async (_name, first) => {
      const service = stubService([first, rented]);
      let choices = 0;
      const answer = await service.run(
        service.client.acceptOffer(() => {
          choices += 1;
          return choose();
        }),
      );
      expect([answer?.instanceId, service.requests.length, choices]).toEqual([99, 2, 1]);
    },
  );

  const lost: [string, Answer][] = [
    ["reset", reset],
    ["no reply within the time", "hang"],
    ["500", reply(500, "")],
    ["504 of a gateway", reply(504, "<html>timeout</html>")],
    ["an empty body", reply(200, "")],
    ["HTML with 200", reply(200, "<html></html>")],
    ["truncated JSON", reply(200, '{"success": true, "new_con')],
    ["success without an id", reply(200, { success: true })],
    ["an id that is no number", reply(200, { success: true, new_contract: "soon" })],
    ["a reply that is too large", new TransportError("too-large", true, "too large")],
    ["a redirect", new TransportError("redirect", true, "redirects")],
  ];
  test.each(lost)("%s: the answer is lost, and it is sent once", async (_name, answer) => {
    const service = stubService([answer, rented]);
    const error = await service.failure(service.client.acceptOffer(choose));
    expect([hasCode(error, "ANSWER_LOST"), service.requests.length]).toEqual([true, 1]);
    expect(error.message).toContain("offer 4711");
  });

  test("an abort while it waits rejects with the reason, one while it is under way does not hide the answer", async () => {
    const service = stubService([rented]);
    const early = AbortSignal.abort(new Error("cancelled"));
    expect((await service.failure(service.client.acceptOffer(choose, { signal: early }))).message).toBe(
      "cancelled",
    );
    const late = new AbortController();
    const answer = service.client.acceptOffer(
      () => {
        queueMicrotask(() => late.abort(new Error("cancelled")));
        return choose();
      },
      { signal: late.signal },
    );
    expect((await service.run(answer))?.instanceId).toBe(99);
  });

  test("the deadline ends the wait with the service's own refusal", async () => {
    const service = stubService([tooFrequent]);
    const deadline = service.clock.now() + 240_000;
    const error = await service.failure(service.client.acceptOffer(choose, { deadline }));
    expect(hasCode(error, "RATE_LIMITED") && error.details.thresholdSeconds).toBe(4.5);
    expect(service.clock.now()).toBeLessThanOrEqual(deadline);
    expect(service.requests.length).toBeGreaterThan(1);
  });
});

describe("read", () => {
  test("a record of odd types is read, its credentials are not", async () => {
    const record = {
      id: "123",
      actual_status: null,
      label: "job",
      num_gpus: 1.0,
      disk_space: 10.08,
      is_bid: 0,
      ssh_port: "2222",
      public_ipaddr: " 1.2.3.4\n",
      ports: {
        "8080/tcp": [
          { HostIp: "0.0.0.0", HostPort: "40123" },
          { HostIp: "::", HostPort: "40123" },
        ],
        bad: [],
      },
      instance: { totalHour: 0.31 },
      extra_env: [["CONTAINER_API_KEY", "planted-1"]],
      instance_api_key: "planted-2",
      docker_login_pass: "planted-3",
      jupyter_token: "token",
      reliability2: 0.99,
      cpu_ram: 64000,
      rented: true,
    };
    const service = stubService([reply(200, { instances: record })]);
    const read = await service.run(service.client.getInstance(123));
    expect(read).toMatchObject({
      id: 123,
      actualStatus: undefined,
      numGpus: 1,
      diskSpace: 10.08,
      isBid: false,
      sshPort: 2222,
      publicIpaddr: "1.2.3.4",
      portMappings: { "8080/tcp": 40123 },
      hourlyCostUsd: 0.31,
      jupyterToken: "token",
      recorded: { cpuRam: 64000 },
    });
    expect(JSON.stringify(read)).not.toContain("planted");
  });

  test.each([[[40123, 40124]], [null], [undefined], ["x"]])(
    "ports given as %j say nothing",
    async (ports) => {
      const service = stubService([reply(200, { instances: { id: 1, ports } })]);
      expect((await service.run(service.client.getInstance(1)))?.portMappings).toBeUndefined();
    },
  );

  test("another instance than the requested one is refused", async () => {
    const service = stubService([reply(200, { instances: { id: 2 } })]);
    expect(hasCode(await service.failure(service.client.getInstance(1)), "UNEXPECTED_REPLY")).toBe(true);
  });

  test("an unreadable body is requested three times, a 5xx until the deadline", async () => {
    const unreadable = stubService([reply(200, "<html>")]);
    expect(hasCode(await unreadable.failure(unreadable.client.getInstance(1)), "UNEXPECTED_REPLY")).toBe(
      true,
    );
    expect(unreadable.requests.length).toBe(3);
    const failing = stubService([
      reply(500, ""),
      reply(503, ""),
      reset,
      refused,
      reply(200, { instances: null }),
    ]);
    expect(await failing.run(failing.client.getInstance(1))).toBeUndefined();
    expect(failing.requests.length).toBe(5);
  });
});

describe("list", () => {
  test("follows every page and asks by id where it can", async () => {
    const service = stubService([
      reply(200, { instances: [{ id: 1 }], next_token: "t" }),
      reply(200, { instances: [{ id: 2 }, { id: 1 }], next_token: null }),
    ]);
    const listed = await service.run(service.client.listInstances([1, 2]));
    expect(listed.map(({ id }) => id)).toEqual([1, 2]);
    const queries = service.requests.map(({ path }) =>
      Object.fromEntries(new URL(path, "http://x").searchParams),
    );
    const select_filters = '{"id":{"in":[1,2]}}';
    expect(queries).toEqual([
      { limit: "25", select_filters },
      { limit: "25", select_filters, after_token: "t" },
    ]);
  });

  test("a deployment that cannot filter returns all, and only the requested ids come back", async () => {
    const service = stubService([
      reply(400, { error: "invalid_request", msg: "x" }),
      reply(200, { instances: [{ id: 1 }, { id: 2 }] }),
    ]);
    expect((await service.run(service.client.listInstances([2]))).map(({ id }) => id)).toEqual([2]);
    await service.run(service.client.listInstances([1]));
    expect(service.requests.map(({ path }) => path.includes("select_filters"))).toEqual([true, false, false]);
  });

  test("no ids need no request", async () => {
    const service = stubService([]);
    expect(await service.run(service.client.listInstances([]))).toEqual([]);
    expect(service.requests).toEqual([]);
  });

  test("a missing list is requested twice, since a gateway may write one 404, and then no more", async () => {
    const service = stubService([reply(404, "404: Not Found")]);
    await service.failure(service.client.listInstances());
    expect(hasCode(await service.failure(service.client.listInstances()), "UNSUPPORTED")).toBe(true);
    expect(service.requests.length).toBe(2);
  });

  test("a row without an id is not passed over: it may cost money", async () => {
    const service = stubService([reply(200, { instances: [{ id: 1 }, { label: "mine" }] })]);
    expect(hasCode(await service.failure(service.client.listInstances()), "UNEXPECTED_REPLY")).toBe(true);
  });

  describe("that is not whole is none:", () => {
    const row = (id: number) => ({ id });
    test.each([
      ["fewer rows than its own total", [{ instances: [row(1)], total_instances: 2 }]],
      ["fewer rows than were found", [{ instances: [row(1)], instances_found: 2 }]],
      ["null, which is no list", [{ instances: null }]],
      ["a token that leads nowhere", [{ instances: [row(1)], next_token: "t" }, { instances: [] }]],
      [
        "a page that repeats the one before",
        [
          { instances: [row(1)], next_token: "t" },
          { instances: [row(1)], next_token: "u" },
        ],
      ],
    ])("%s", async (_what, pages) => {
      const service = stubService([...pages, ...pages, ...pages, ...pages].map((body) => reply(200, body)));
      const failure = await service.failure(service.client.listInstances());
      expect(hasCode(failure, "UNEXPECTED_REPLY")).toBe(true);
    });

    test("but one that came out short because it changed while it was read is read again", async () => {
      const service = stubService([
        reply(200, { instances: [row(1), row(2)], next_token: "t", total_instances: 4 }),
        reply(200, { instances: [row(4)], total_instances: 3 }),
        reply(200, { instances: [row(2), row(3), row(4)], total_instances: 3 }),
      ]);
      const listed = await service.run(service.client.listInstances());
      expect(listed.map(({ id }) => id)).toEqual([2, 3, 4]);
    });

    test("and an empty last page is no lack where the count is reached", async () => {
      const service = stubService([
        reply(200, { instances: [row(1)], next_token: "t", total_instances: 1 }),
        reply(200, { instances: [], total_instances: 1 }),
      ]);
      expect(await service.run(service.client.listInstances())).toHaveLength(1);
    });

    test("and null is an empty list where it counts none", async () => {
      const service = stubService([reply(200, { instances: null, total_instances: 0 })]);
      expect(await service.run(service.client.listInstances())).toEqual([]);
    });
  });

  test("pages that go in a circle end", async () => {
    const service = stubService([reply(200, { instances: [], next_token: "same" })]);
    expect(hasCode(await service.failure(service.client.listInstances()), "UNEXPECTED_REPLY")).toBe(true);
  });
});

describe("change", () => {
  test("a start that the service puts in a queue is told from one that is done", async () => {
    const queued = stubService([
      reply(200, { success: false, msg: "Resources unavailable, state change queued." }),
    ]);
    expect(await queued.run(queued.client.setInstanceState(1, "running"))).toBe("queued");
    const done = stubService([reply(200, { success: true })]);
    expect(await done.run(done.client.setInstanceState(1, "stopped"))).toBe("done");
    expect(done.requests).toMatchObject([
      { method: "PUT", path: "/api/v0/instances/1/", body: { state: "stopped" } },
    ]);
  });

  test("label, bid and destroy send what the reference says", async () => {
    const service = stubService([reply(200, { success: true })]);
    await service.run(service.client.setInstanceLabel(1, "x"));
    await service.run(service.client.changeBid(1, 0.25));
    await service.run(service.client.destroyInstance(1));
    expect(service.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["PUT", "/api/v0/instances/1/", { label: "x" }],
      ["PUT", "/api/v0/instances/bid_price/1/", { client_id: "me", price: 0.25 }],
      ["DELETE", "/api/v0/instances/1/", {}],
    ]);
  });

  test("a destroy continues through resets, 5xx and 429 until it gets a reply", async () => {
    const service = stubService([
      reset,
      reply(502, ""),
      tooFrequent,
      reply(404, { error: "no_such_instance" }),
    ]);
    expect(await service.run(service.client.destroyInstance(1))).toBe("gone");
  });
});
