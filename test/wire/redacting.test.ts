import { redactor } from "../../provider/wire/redacting";

const KEY = "k3y/with+odd&chars";
const redact = redactor([KEY, "", "  ", "abc"]);

test.each([
  ["as it is", `Bearer ${KEY}!`, "Bearer [secret]!"],
  ["URL-encoded", `?api_key=${encodeURIComponent(KEY)}&x=1`, "?api_key=[secret]&x=1"],
  ["twice", `${KEY}${KEY}`, "[secret][secret]"],
  ["a short one as a word only", "abc, abcd, xabc", "[secret], abcd, xabc"],
  ["nothing", "nothing to hide", "nothing to hide"],
])("a secret is taken out: %s", (_name, text, expected) => {
  expect(redact.text(text)).toBe(expected);
});

test("a secret with quotes and line breaks is found in JSON text too", () => {
  const secret = 'line one\n"quoted"';
  expect(redactor([secret]).text(JSON.stringify({ secret }))).toBe('{"secret":"[secret]"}');
});

test("a secret that begins another does not leave the rest behind", () => {
  expect(redactor(["secret-1", "secret-1-and-more"]).text("secret-1-and-more")).toBe("[secret]");
});

test("headers lose their credentials whatever they hold, on a copy", () => {
  const headers = { Authorization: "Bearer unknown", Cookie: "a=b", "x-echo": KEY, accept: "text" };
  const before = { ...headers };
  expect(redact.headers(headers)).toEqual({
    Authorization: "[secret]",
    Cookie: "[secret]",
    "x-echo": "[secret]",
    accept: "text",
  });
  expect(headers).toEqual(before);
});

test("values lose them at any depth, on a copy", () => {
  const body = { env: [{ [KEY]: `a ${KEY}` }], n: 1, none: null };
  const before = structuredClone(body);
  expect(redact.value(body)).toEqual({ env: [{ "[secret]": "a [secret]" }], n: 1, none: null });
  expect(body).toEqual(before);
});

test("more secrets can be added, without teaching them to the first", () => {
  const more = redact.and(["another-secret"]);
  expect(more.text(`${KEY} another-secret`)).toBe("[secret] [secret]");
  expect(redact.text("another-secret")).toBe("another-secret");
});

test("without secrets nothing is taken out", () => {
  expect(redactor([]).text("text")).toBe("text");
});
