import { packOnstart } from "../../../provider/rules/container/onstart-packing";
import { changedTemplateFields } from "../../../provider/rules/template/changed-template-fields";
import type { TemplateInputs } from "../../../provider/rules/template/template-inputs";
import type { TemplateRecord } from "../../../provider/rules/template/template-record";

const asked: TemplateInputs = { name: "t", image: "acme/x", private: true };
const record: TemplateRecord = { id: 1, hashId: "h" };

const longScript = Array.from({ length: 400 }, (_, line) => `echo line ${line % 10}`).join("\n");
const packed = packOnstart(longScript);

type Row = readonly [title: string, shown: Partial<TemplateRecord>, asked: Partial<TemplateInputs>];

const equal: readonly Row[] = [
  ["what is not returned", {}, { desc: "d", env: { A: "1" }, recommendedDiskSpace: 40 }],
  [
    "empty text for absent",
    { desc: "", readme: "", argsStr: "", onstart: "", env: "", dockerLoginRepo: "" },
    {},
  ],
  ["the default tag", { image: "acme/x", tag: "latest" }, {}],
  ["a tag split off", { image: "acme/x", tag: "2" }, { image: "acme/x:2" }],
  ["a tag put into the image", { image: "acme/x:2" }, { tag: "2" }],
  ["a tag that is not shown", { image: "acme/x" }, { tag: "2" }],
  ["the default runtype", { runtype: "args" }, {}],
  ["a runtype spelled otherwise", { runtype: "jupyter_direc ssh_direc ssh_proxy" }, { runtype: "jupyter" }],
  ["a runtype that is not known here", { runtype: "serverless" }, { runtype: "ssh" }],
  ["a disk as a float", { recommendedDiskSpace: 40.000001 }, { recommendedDiskSpace: 40 }],
  ["the default disk", { recommendedDiskSpace: 8 }, {}],
  [
    "what the service fills in",
    { href: "https://x.example.com", repo: "x", useSsh: true, sshDirect: false },
    {},
  ],
  [
    "flags in another order and quoting",
    { env: `-p 80:80 -e B='two words' -e A=1` },
    { env: { A: "1", B: "two words" }, ports: ["80:80/tcp"] },
  ],
  [
    "filters spelled otherwise",
    { extraFilters: { gpuName: { in: ["RTX 4090"] }, numGpus: { eq: 1 } } },
    { extraFilters: { numGpus: 1, gpuName: ["RTX_4090"] } },
  ],
  ["no filters", { extraFilters: {} }, {}],
  ["a script with another end", { onstart: "echo\n" }, { onstart: "echo" }],
];

test.each(equal)("%s is no drift", (_title, shown, wanted) => {
  expect(changedTemplateFields({ ...record, ...shown }, { ...asked, ...wanted })).toEqual({});
});

test("a packed script is the script", () => {
  expect("text" in packed).toBe(true);
  if ("text" in packed) {
    expect(packed.text).not.toBe(longScript);
    expect(
      changedTemplateFields({ ...record, onstart: packed.text }, { ...asked, onstart: longScript }),
    ).toEqual({});
  }
});

const drifted: readonly (readonly [...Row, drift: object])[] = [
  ["a name", { name: "u" }, {}, { name: "u" }],
  ["a text that was emptied", { desc: "" }, { desc: "d" }, { desc: "" }],
  ["a text that was added", { readme: "r" }, {}, { readme: "r" }],
  ["a tag", { image: "acme/x", tag: "3" }, { tag: "2" }, { image: "acme/x", tag: "3" }],
  [
    "a tag asked within the image",
    { image: "acme/x", tag: "3" },
    { image: "acme/x:2" },
    { image: "acme/x:3", tag: undefined },
  ],
  ["an image", { image: "acme/y" }, {}, { image: "acme/y", tag: undefined }],
  [
    "an image pinned by digest",
    { image: "acme/x@sha256:00" },
    { tag: "2" },
    { image: "acme/x@sha256:00", tag: undefined },
  ],
  ["a runtype", { runtype: "ssh_direc ssh_proxy" }, { runtype: "args" }, { runtype: "ssh" }],
  ["a flag", { sshDirect: false }, { sshDirect: true, runtype: "ssh" }, { sshDirect: false }],
  ["a hint", { volumeInfo: { size: 2 } }, { volumeInfo: { size: 1 } }, { volumeInfo: { size: 2 } }],
  [
    "a link",
    { href: "https://y.example.com" },
    { href: "https://x.example.com" },
    { href: "https://y.example.com" },
  ],
  ["a variable", { env: "-e A=2 -p 80:80" }, { env: { A: "1" }, ports: ["80:80"] }, { env: { A: "2" } }],
  ["a port", { env: "-e A=1 -p 81:81" }, { env: { A: "1" }, ports: ["80:80"] }, { ports: ["81:81"] }],
  [
    "an option",
    { env: "--shm-size=4g" },
    { dockerOptions: "--shm-size=8g" },
    { dockerOptions: "--shm-size=4g" },
  ],
  ["a script", { onstart: "echo 2" }, { onstart: "echo 1" }, { onstart: "echo 2" }],
  [
    "a filter",
    { extraFilters: { numGpus: { eq: 2 } } },
    { extraFilters: { numGpus: { eq: 1 } } },
    { extraFilters: { numGpus: { eq: 2 } } },
  ],
  ["a disk", { recommendedDiskSpace: 16 }, {}, { recommendedDiskSpace: 16 }],
  ["listing", { private: false }, {}, { private: false }],
  ["a registry user", { dockerLoginUser: "v" }, { dockerLoginUser: "u" }, { dockerLoginUser: "v" }],
];

test.each(drifted)("%s shows", (_title, shown, wanted, drift) => {
  expect(changedTemplateFields({ ...record, ...shown }, { ...asked, ...wanted })).toStrictEqual(drift);
});
