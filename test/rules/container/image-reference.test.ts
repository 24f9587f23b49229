import { parseImageLogin } from "../../../provider/rules/container/image-login";
import { canonicalImage, parseImage } from "../../../provider/rules/container/image-reference";

const digest = `sha256:${"0".repeat(64)}`;

test.each([
  ["acme/x", { repository: "acme/x" }],
  ["acme/x:1", { repository: "acme/x", tag: "1" }],
  ["r.example.com:5000/acme/x", { repository: "r.example.com:5000/acme/x" }],
  ["r.example.com:5000/acme/x:1", { repository: "r.example.com:5000/acme/x", tag: "1" }],
  [`acme/x:1@${digest}`, { repository: "acme/x", tag: "1", digest }],
  [`acme/x@${digest}`, { repository: "acme/x", digest }],
  [
    "vastai/base-image:@vastai-automatic-tag",
    { repository: "vastai/base-image", tag: "@vastai-automatic-tag" },
  ],
])("%s is taken apart", (image, parts) => {
  expect(parseImage(image)).toStrictEqual(parts);
});

test("one image has one spelling", () => {
  expect(canonicalImage("acme/x")).toBe("acme/x:latest");
  expect(canonicalImage("acme/x", "")).toBe("acme/x:latest");
  expect(canonicalImage("acme/x", "2")).toBe("acme/x:2");
  expect(canonicalImage("acme/x:2", "3")).toBe("acme/x:2");
  expect(canonicalImage(`acme/x:1@${digest}`)).toBe(`acme/x@${digest}`);
});

test("a registry login is taken apart", () => {
  expect(parseImageLogin(" -u robot  -p hunter2 r.example.com ")).toEqual({
    user: "robot",
    token: "hunter2",
    registry: "r.example.com",
  });
});

test.each(["", "-u robot -p hunter2", "-p hunter2 -u robot r.example.com", "-u a -p -q r", "-u a -p b -r"])(
  "%j is no registry login",
  (login) => {
    expect(parseImageLogin(login)).toBeUndefined();
  },
);
