import type { ErrorCode } from "../../provider/errors";
import { hasCode, ProviderError } from "../../provider/errors";
import type { ServiceClient } from "../../provider/client/service-client";
import { API_KEY, reply, stubService } from "./stub-service";

type Call = (client: ServiceClient) => Promise<unknown>;

const request = { label: "job", disk: 8, image: "ubuntu", env: { TOKEN: "hush-hush-value" } };
const rent: Call = (client) => client.acceptOffer(() => ({ offerId: 4711, request }));
const read: Call = (client) => client.getInstance(123);
const list: Call = (client) => client.listInstances();
const destroy: Call = (client) => client.destroyInstance(123);
const start: Call = (client) => client.setInstanceState(123, "running");
const label: Call = (client) => client.setInstanceLabel(123, "x");
const bid: Call = (client) => client.changeBid(123, 0.2);
const search: Call = (client) =>
  client.searchOffers({ filters: {}, type: "ondemand", orderBy: [], allocatedStorage: 8, limit: 5 });
const edit: Call = (client) => client.editTemplate("a".repeat(32), { readme: "x" });
const find: Call = (client) => client.findTemplates({ id: { eq: 1 } });
const account: Call = (client) => client.getAccount();
const keys: Call = (client) => client.countSshKeys();

const told = (error: string, msg: string): unknown => ({ success: false, error, msg, ask_id: 4711 });

const rows: readonly [
  name: string,
  call: Call,
  status: number,
  body: unknown,
  code: ErrorCode,
  advice: RegExp,
][] = [
  [
    "rent: invalid arguments",
    rent,
    400,
    told("invalid_args", "error 400/3601: bad disk"),
    "INVALID_ARGUMENTS",
    /Correct/,
  ],
  [
    "rent: invalid price",
    rent,
    400,
    told("invalid_price", "error 400/1: too low"),
    "INVALID_PRICE",
    /minBid/,
  ],
  [
    "rent: no key for a VM",
    rent,
    400,
    told("no_ssh_key_for_vm", "error 400/1: x"),
    "NO_SSH_KEY",
    /Register an SSH key/,
  ],
  [
    "rent: registry login",
    rent,
    400,
    told("invalid_args", "bad image login"),
    "REGISTRY_LOGIN_REFUSED",
    /imageLogin/,
  ],
  ["rent: stale offer", rent, 400, told("no_such_ask", "error 400/2"), "OFFER_GONE", /next offer/],
  ["rent: spending limit", rent, 400, told("spend_rate_limit", "x"), "SPEND_LIMIT", /limit/],
  ["rent: no credit", rent, 400, told("insufficient_credit", "x"), "INSUFFICIENT_CREDIT", /Add credit/],
  ["rent: payment required", rent, 402, "", "INSUFFICIENT_CREDIT", /Add credit/],
  [
    "rent: unknown template",
    rent,
    404,
    told("invalid_args", "error 404/1: template not found"),
    "UNKNOWN_TEMPLATE",
    /hash/,
  ],
  [
    "rent: field template_id is an argument",
    rent,
    400,
    told("invalid_args", "template_id unexpected"),
    "INVALID_ARGUMENTS",
    /Correct/,
  ],
  ["rent: bad key", rent, 401, told("auth_error", "Invalid user key"), "LOGIN_REFUSED", /--run-program/],
  ["rent: own machine", rent, 403, told("invalid_args", "x"), "OWN_MACHINE", /your|this account/],
  [
    "rent: offer gone",
    rent,
    404,
    told("invalid_args", "error 404/3603: no_such_ask"),
    "OFFER_GONE",
    /next offer/,
  ],
  ["rent: cannot start", rent, 410, told("no_such_ask", "x"), "OFFER_GONE", /next offer/],
  ["rent: refused with 200", rent, 200, told("no_such_ask", "x"), "OFFER_GONE", /next offer/],
  [
    "rent: too frequent",
    rent,
    429,
    { detail: "too frequent: endpoint threshold=4.5" },
    "RATE_LIMITED",
    /pacing/,
  ],
  ["rent: bare 404", rent, 404, "404: Not Found", "REFUSED", /nothing was concluded/],
  [
    "read: expired session",
    read,
    404,
    { success: false, msg: "Session expired. Please log in again." },
    "SESSION_EXPIRED",
    /expired/,
  ],
  [
    "read: bad key seen as 404",
    read,
    404,
    told("auth_error", "Invalid user key"),
    "LOGIN_REFUSED",
    /refused the API key/,
  ],
  [
    "read: key named in a 404 without a word",
    read,
    404,
    { msg: "Invalid user key" },
    "LOGIN_REFUSED",
    /VAST_API_KEY/,
  ],
  ["read: bare 404", read, 404, "", "REFUSED", /nothing was concluded/],
  ["read: HTML 404", read, 404, "<html><body>Not found</body></html>", "REFUSED", /nothing was concluded/],
  ["read: permission", read, 403, { detail: "forbidden" }, "PERMISSION_DENIED", /instance_read/],
  ["read: 5xx", read, 502, "<html>Bad gateway</html>", "SERVICE_ERROR", /Try again later/],
  ["read: redirect", read, 302, "", "UNEXPECTED_REPLY", /gpu\.test/],
  ["list: not there", list, 404, "404: Not Found", "UNSUPPORTED", /does not offer/],
  ["list: withdrawn", list, 410, { msg: "gone" }, "UNSUPPORTED", /does not offer/],
  ["list: not allowed", list, 405, "", "UNSUPPORTED", /does not offer/],
  ["list: not implemented", list, 501, "", "UNSUPPORTED", /does not offer/],
  ...[search, read, find, edit, start, destroy, account].flatMap((call): (typeof rows)[number][] => [
    [
      `${call.name}: a web server without POST`,
      call,
      501,
      "<html>Unsupported method</html>",
      "UNSUPPORTED",
      /The server at https:\/\/gpu\.test does not offer the call: is `vastai:baseUrl` the service\?/,
    ],
  ]),
  ["search: not allowed", search, 405, "", "UNSUPPORTED", /is `vastai:baseUrl` the service\?/],
  [
    "rent: not implemented",
    rent,
    501,
    "",
    "ANSWER_LOST",
    /Is `vastai:baseUrl`, https:\/\/gpu\.test, the service\?/,
  ],
  [
    "list: expired session is no missing list",
    list,
    404,
    { msg: "Session expired. Please log in again." },
    "SESSION_EXPIRED",
    /expired/,
  ],
  ["list: bad cursor", list, 400, told("invalid_token", "x"), "INVALID_ARGUMENTS", /Correct/],
  ["destroy: bare 404 is not gone", destroy, 404, "404: Not Found", "UNSUPPORTED", /does not offer/],
  [
    "destroy: expired session is not gone",
    destroy,
    404,
    { msg: "Session expired. Please log in again." },
    "SESSION_EXPIRED",
    /expired/,
  ],
  ["destroy: invalid", destroy, 400, told("invalid_args", "x"), "INVALID_ARGUMENTS", /Correct/],
  [
    "destroy: too frequent in words",
    destroy,
    400,
    told("rate_limit_exceeded", "x"),
    "RATE_LIMITED",
    /pacing/,
  ],
  ["start: no billing", start, 400, told("missing_billing", "x"), "INSUFFICIENT_CREDIT", /Add credit/],
  ["start: gone", start, 404, told("no_such_instance", "x"), "NOT_FOUND", /no such instance/],
  ["label: too long", label, 400, told("label_too_long", "x"), "INVALID_ARGUMENTS", /Correct/],
  ["bid: price", bid, 400, told("invalid_price", "x"), "INVALID_PRICE", /minBid/],
  ["bid: gone", bid, 404, told("no_such_instance", "x"), "NOT_FOUND", /no such instance/],
  [
    "search: 404 is a login",
    search,
    404,
    { success: false, error: "auth_error", msg: "x" },
    "LOGIN_REFUSED",
    /refused the API key/,
  ],
  ["edit: stale hash", edit, 404, told("not_found", "Template not found"), "NOT_FOUND", /edited since/],
  ["find: malformed", find, 400, { message: "bad filter" }, "INVALID_ARGUMENTS", /Correct/],
  ["account: not there", account, 404, "", "UNSUPPORTED", /does not offer/],
  ["keys: not there", keys, 404, "404: Not Found", "UNSUPPORTED", /does not offer/],
  ["a refusal without reason", label, 409, "", "REFUSED", /knows no reason/],
];

test.each(rows)("%s", async (_name, call, status, body, code, advice) => {
  const service = stubService([reply(status, body)]);
  const error = await service.failure(call(service.client));
  expect(error).toBeInstanceOf(ProviderError);
  expect([hasCode(error, code), error.message]).toEqual([true, expect.stringMatching(advice)]);
  expect(error.message).toMatch(/^Could not /);
});

test("a call that a server does not know is not sent again", async () => {
  for (const status of [501, 405]) {
    const service = stubService([reply(status, "<html>no</html>")]);
    await service.failure(search(service.client));
    expect(service.requests).toHaveLength(1);
  }
});

test("gone is the service's own word only", async () => {
  const words = [reply(404, told("no_such_instance", "x")), reply(404, told("not_found", "x"))];
  for (const answer of [...words, reply(200, told("no_such_instance", "x"))]) {
    const service = stubService([answer]);
    expect(await service.run(service.client.destroyInstance(1))).toBe("gone");
  }
  for (const answer of [...words, reply(200, { instances: null })]) {
    const service = stubService([answer]);
    expect(await service.run(service.client.getInstance(1))).toBeUndefined();
  }
});

test("a refusal that names an instance carries its id and says that it may cost money", async () => {
  const service = stubService([
    reply(400, { success: false, error: "invalid_price", msg: "x", new_contract: 99 }),
  ]);
  const error = await service.failure(rent(service.client));
  expect(hasCode(error, "INVALID_PRICE") && error.details.newContract).toBe(99);
  expect(error.message).toContain("instance 99");
});

test("what the service echoes of a secret does not show", async () => {
  const service = stubService([
    reply(
      400,
      told("invalid_args", `bad env hush-hush-value for Bearer ${API_KEY} ${encodeURIComponent(API_KEY)}`),
    ),
  ]);
  const error = await service.failure(rent(service.client));
  const shown = `${error.message} ${error.stack ?? ""} ${JSON.stringify(error)}`;
  expect(shown).not.toContain("hush-hush-value");
  expect(shown).not.toContain(API_KEY);
  expect(shown).toContain("[secret]");
});

test("an invalid token of the list is not taken for a login", async () => {
  const service = stubService([reply(400, told("invalid_token", "invalid key in cursor"))]);
  expect(hasCode(await service.failure(list(service.client)), "INVALID_ARGUMENTS")).toBe(true);
});
