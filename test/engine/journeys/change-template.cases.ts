import { FROM_TEMPLATE, type Arguments, type ChangeRow } from "./change-row";

const TEMPLATE: Arguments = { image: "acme/one" };
const BY_HASH: Arguments = { image: undefined, template: "$hashId" };
const BY_VALUE: Arguments = { image: undefined, templateHashId: "$derived" };

/** Edits of a template that do not touch what runs on the machine. */
const COSMETIC: readonly (readonly [string, Arguments, Arguments])[] = [
  ["name", { name: "named once" }, { name: "named twice" }],
  ["desc", { desc: "one" }, { desc: "two" }],
  ["readme", { readme: "one" }, { readme: "two" }],
  ["href", {}, { href: "https://example.com/" }],
  ["repo", { repo: "one" }, {}],
  ["private", { private: true }, { private: false }],
  ["extraFilters", {}, { extraFilters: { reliability: { gte: 0.9 } } }],
  [
    "credentials",
    { dockerLoginRepo: "registry.example.com", dockerLoginUser: "one", dockerLoginPass: "aaaa" },
    { dockerLoginRepo: "registry.example.com", dockerLoginUser: "two", dockerLoginPass: "bbbb" },
  ],
];

/** Edits of a template that give another machine. */
const SHAPING: readonly (readonly [string, Arguments, Arguments])[] = [
  ["image", {}, { image: "acme/two" }],
  ["tag", { tag: "1" }, { tag: "2" }],
  ["env", { env: { A: "1" } }, { env: { A: "2" } }],
  ["ports", {}, { ports: ["8080:80"] }],
  ["dockerOptions", {}, { dockerOptions: "--shm-size=8g" }],
  ["onstart", { onstart: "echo one" }, {}],
  ["runtype", { runtype: "ssh" }, { runtype: "jupyter" }],
  ["argsStr", { argsStr: "--one" }, { argsStr: "--two" }],
  ["sshDirect", { runtype: "ssh" }, { runtype: "ssh", sshDirect: true }],
  ["recommendedDiskSpace", {}, { recommendedDiskSpace: 20 }],
];

const BECAUSE = "template: the template now launches a different machine";

const cosmeticRows = COSMETIC.flatMap(([name, before, after], index): ChangeRow[] => [
  {
    edit: `${name} of a template is edited`,
    before: FROM_TEMPLATE,
    after: FROM_TEMPLATE,
    template: { before: { ...TEMPLATE, ...before }, after: { ...TEMPLATE, ...after }, verdict: "update" },
    verdict: "same",
    ...(index < 1 ? { onCli: true } : {}),
  },
]);

const shapingRows = SHAPING.map(([name, before, after], index): ChangeRow => ({
  edit: `${name} of a template is edited`,
  before: FROM_TEMPLATE,
  after: FROM_TEMPLATE,
  template: { before: { ...TEMPLATE, ...before }, after: { ...TEMPLATE, ...after }, verdict: "update" },
  verdict: "replace",
  says:
    name === "recommendedDiskSpace" ? "disk: the rented machine has 8 GB, 20 GB is requested now" : BECAUSE,
  ...(index < 1 ? { onCli: true } : {}),
}));

const COSMETIC_EDIT = {
  before: TEMPLATE,
  after: { ...TEMPLATE, readme: "two" },
  verdict: "update",
} as const;
const SHAPING_EDIT = {
  before: TEMPLATE,
  after: { ...TEMPLATE, image: "acme/two" },
  verdict: "update",
} as const;
const NO_EDIT = { before: TEMPLATE, after: TEMPLATE, verdict: "same" } as const;

/** Edits of a template, and of how an instance names it. */
export const TEMPLATE_ROWS: readonly ChangeRow[] = [
  ...cosmeticRows,
  ...shapingRows,
  {
    edit: "a template's image is spelled otherwise",
    before: FROM_TEMPLATE,
    after: FROM_TEMPLATE,
    template: {
      before: TEMPLATE,
      after: { ...TEMPLATE, image: "acme/one", tag: "latest" },
      verdict: "update",
    },
    verdict: "same",
  },
  {
    edit: "the readme of a template named by its hashId is edited",
    before: BY_HASH,
    after: BY_HASH,
    template: COSMETIC_EDIT,
    verdict: "same",
    onCli: true,
  },
  {
    edit: "the image of a template named by its hashId is edited",
    before: BY_HASH,
    after: BY_HASH,
    template: SHAPING_EDIT,
    verdict: "replace",
    says: BECAUSE,
  },
  {
    edit: "a template is named by its hashId instead",
    before: FROM_TEMPLATE,
    after: BY_HASH,
    template: NO_EDIT,
    verdict: "same",
  },
  {
    edit: "the readme of a template is edited, of which only the hash is handed on",
    before: BY_VALUE,
    after: BY_VALUE,
    template: COSMETIC_EDIT,
    verdict: "replace",
    says: "templateHashId: the new hash is not known yet",
  },
  {
    edit: "a hash from elsewhere gives way to the template that has it",
    before: BY_VALUE,
    after: FROM_TEMPLATE,
    template: NO_EDIT,
    verdict: "same",
  },
  {
    edit: "a hash from elsewhere is changed",
    before: { image: undefined, templateHashId: "$elsewhere0" },
    after: { image: undefined, templateHashId: "$elsewhere1" },
    verdict: "replace",
    says: "templateHashId: ",
    onCli: true,
  },
  {
    edit: "a hash from elsewhere stays",
    before: { image: undefined, templateHashId: "$elsewhere0" },
    after: { image: undefined, templateHashId: "$elsewhere0" },
    verdict: "same",
  },
  {
    edit: "an image gives way to a template",
    after: FROM_TEMPLATE,
    template: NO_EDIT,
    verdict: "replace",
    says: "image",
  },
  {
    edit: "a template gives way to an image",
    before: FROM_TEMPLATE,
    template: NO_EDIT,
    verdict: "replace",
    says: "image",
  },
];
