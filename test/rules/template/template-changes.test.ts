import {
  RESET_VALUES,
  TEMPLATE_FIELDS,
  templateChanges,
  templateFlags,
} from "../../../provider/rules/template/template-changes";
import type { TemplateInputs } from "../../../provider/rules/template/template-inputs";

const plain: TemplateInputs = { name: "t", image: "acme/x", private: true };
const full: Required<TemplateInputs> = {
  name: "t",
  image: "acme/x",
  tag: "2",
  desc: "d",
  readme: "r",
  env: { A: "1" },
  ports: ["80:80"],
  dockerOptions: "--shm-size=8g",
  onstart: "echo",
  runtype: "jupyter",
  argsStr: "a",
  sshDirect: true,
  useSsh: true,
  jupDirect: true,
  jupyterDir: "/w",
  useJupyterLab: true,
  dockerLoginRepo: "r",
  dockerLoginUser: "u",
  dockerLoginPass: "p",
  href: "https://x.example.com",
  repo: "acme/x",
  extraFilters: { numGpus: { eq: 1 } },
  recommendedDiskSpace: 40,
  private: false,
  volumeInfo: { size: 1 },
};

test("nothing changed, nothing sent", () => {
  expect(templateChanges(full, { ...full, extraFilters: { numGpus: { eq: 1 } } })).toEqual({});
});

test("filters that a read stored as the service spells them are the same filters", () => {
  const read = { ...full, extraFilters: { numGpus: 2, verified: true } };
  const checked = { ...full, extraFilters: { numGpus: { eq: 2 }, verified: { eq: true } } };
  expect(templateChanges(read, checked)).toEqual({});
  expect(templateChanges(read, { ...checked, extraFilters: { numGpus: { eq: 3 } } })).toEqual({
    extraFilters: { numGpus: { eq: 3 } },
  });
});

test("every removed argument is sent as its reset value", () => {
  expect(templateChanges(full, { ...plain, private: false })).toStrictEqual({
    ...RESET_VALUES,
    tag: "latest",
    env: templateFlags({}),
  });
});

test("every added argument is sent as it is", () => {
  const { env, ports, dockerOptions, name: _name, image: _image, ...others } = full;
  expect(templateChanges(plain, full)).toStrictEqual({
    ...others,
    env: templateFlags({ env, ports, dockerOptions }),
  });
});

test("the list of fields is complete", () => {
  const own = Object.keys(full).filter((name) => !["env", "ports", "dockerOptions"].includes(name));
  expect([...TEMPLATE_FIELDS].toSorted()).toEqual(own.toSorted());
});

const rows: readonly [
  title: string,
  old: Partial<TemplateInputs>,
  next: Partial<TemplateInputs>,
  sent: object,
][] = [
  ["one text", {}, { readme: "new" }, { readme: "new" }],
  ["a tag that moves into the image", { tag: "2" }, { image: "acme/x:2" }, { image: "acme/x:2", tag: "" }],
  ["empty for absent", { desc: "" }, {}, {}],
  ["ssh access left to the runtype", { runtype: "ssh", useSsh: true }, { runtype: "ssh" }, { useSsh: true }],
  ["the order of variables", { env: { A: "1", B: "2" } }, { env: { B: "2", A: "1" } }, {}],
  [
    "the whole flag text for one variable",
    { env: { A: "1" }, ports: ["80:80"] },
    { env: { A: "2" }, ports: ["80:80"] },
    {
      env: templateFlags({ env: { A: "2" }, ports: ["80:80"] }),
    },
  ],
];

test.each(rows)("%s", (_title, old, next, sent) => {
  expect(templateChanges({ ...plain, ...old }, { ...plain, ...next })).toStrictEqual(sent);
});
