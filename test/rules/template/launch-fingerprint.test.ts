import { LAUNCH_ARGUMENTS, launchHash } from "../../../provider/rules/template/launch-fingerprint";
import type { TemplateInputs } from "../../../provider/rules/template/template-inputs";
import { UNKNOWN } from "../../../provider/rules/validation/unknown";

const plain: TemplateInputs = { name: "t", image: "acme/x", private: true };
const rich: TemplateInputs = {
  ...plain,
  env: { A: "1", B: "2" },
  ports: ["80:80", "53:53/udp"],
  runtype: "ssh",
};

const same: readonly [title: string, left: TemplateInputs, right: TemplateInputs][] = [
  ["the order of variables", rich, { ...rich, env: { B: "2", A: "1" } }],
  ["the order of ports", rich, { ...rich, ports: ["53:53/udp", "80:80/tcp"] }],
  ["the default tag", plain, { ...plain, tag: "latest" }],
  ["the default tag within the image", plain, { ...plain, image: "acme/x:latest" }],
  ["a tag within the image", { ...plain, tag: "2" }, { ...plain, image: "acme/x:2" }],
  ["the default runtype", plain, { ...plain, runtype: "args" }],
  ["the default disk", plain, { ...plain, recommendedDiskSpace: 8 }],
  [
    "flags switched off",
    plain,
    { ...plain, sshDirect: false, useSsh: false, jupDirect: false, useJupyterLab: false },
  ],
  ["ssh access that comes with ssh", rich, { ...rich, useSsh: true }],
  [
    "empty for absent",
    plain,
    { ...plain, env: {}, ports: [], dockerOptions: " ", onstart: "", argsStr: "", jupyterDir: "" },
  ],
  [
    "name, texts and links",
    plain,
    { ...plain, name: "u", desc: "d", readme: "r", href: "https://x.example.com", repo: "r" },
  ],
  ["listing", plain, { ...plain, private: false }],
  ["search filters", plain, { ...plain, extraFilters: { numGpus: 2 } }],
  ["credentials", plain, { ...plain, dockerLoginRepo: "r", dockerLoginUser: "u", dockerLoginPass: "p" }],
  ["the hint on volumes", plain, { ...plain, volumeInfo: { size: 1 } }],
];

test.each(same)("%s does not count", (_title, left, right) => {
  expect(launchHash(right)).toBe(launchHash(left));
});

const changes: readonly Partial<TemplateInputs>[] = [
  { image: "acme/y" },
  { tag: "2" },
  { env: { A: "1" } },
  { ports: ["80:80"] },
  { dockerOptions: "--shm-size=8g" },
  { onstart: "echo" },
  { runtype: "ssh" },
  { argsStr: "train" },
  { sshDirect: true },
  { useSsh: true },
  { jupDirect: true },
  { jupyterDir: "/w" },
  { useJupyterLab: true },
  { recommendedDiskSpace: 40 },
];

test.each(changes)("%j counts", (change) => {
  expect(launchHash({ ...plain, ...change })).not.toBe(launchHash(plain));
});

test("every argument that shapes a machine has a row above", () => {
  expect(changes.flatMap((change) => Object.keys(change))).toEqual([...LAUNCH_ARGUMENTS]);
});

test("the fingerprint is pinned: it is in every state", () => {
  expect(launchHash(rich)).toBe("v1:4fb7965efaf4a53804792d523f058ddc90a658eb7403d81f699abb513d11fd64");
});

test("what is not known yet makes it unknown, unless it does not count", () => {
  expect(launchHash({ ...rich, env: { A: UNKNOWN } })).toBe(UNKNOWN);
  expect(launchHash({ ...rich, image: UNKNOWN })).toBe(UNKNOWN);
  const withUnknownTexts = { ...rich, name: UNKNOWN, dockerLoginPass: UNKNOWN };
  expect(launchHash(withUnknownTexts)).toBe(launchHash(rich));
});
