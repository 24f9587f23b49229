import { checkInstanceInputs } from "../../../provider/rules/instance/instance-check";
import { parseInstanceInputs } from "../../../provider/rules/instance/instance-inputs";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";
import { parseTemplateInputs } from "../../../provider/rules/template/template-inputs";

const search = [{ filters: { gpuName: { eq: "RTX 4090" } }, type: "ondemand" }];
const instance = {
  image: "acme/x:1",
  env: { A: "1" },
  ports: ["80:80"],
  disk: 40,
  volumeInfo: { volumeId: 5, mountPath: "/data" },
  search,
  launch: { attempts: 3 },
};
const template = {
  name: "t",
  image: "acme/x",
  private: false,
  env: { A: "1" },
  ports: ["80:80", "53:53/udp"],
  extraFilters: { numGpus: { in: [1, 2] } },
};

describe("arguments that the engine hands back", () => {
  test("are the checked ones, unchanged", () => {
    expect(parseInstanceInputs(checkInstanceInputs(instance).inputs)).toStrictEqual(instance);
    expect(parseTemplateInputs(checkTemplateInputs(template).inputs)).toStrictEqual(template);
  });

  test("come without the other properties", () => {
    const beside = { __token: "x", __urn: "u", actualStatus: "running", dphTotal: 0.4 };
    expect(parseInstanceInputs({ ...instance, ...beside })).toStrictEqual(instance);
    expect(parseTemplateInputs({ ...template, ...beside, hashId: "0a" })).toStrictEqual(template);
  });

  test("count as absent where they are null, and a template without a word on it is private", () => {
    expect(parseInstanceInputs({ ...instance, label: null, vm: undefined })).toStrictEqual(instance);
    const { private: _private, ...silent } = template;
    expect(parseTemplateInputs(silent)).toStrictEqual({ ...template, private: true });
  });

  test("have the template's hash under one name, whichever argument named it", () => {
    expect(parseInstanceInputs({ template: "0a" })).toEqual({ templateHashId: "0a" });
    expect(parseInstanceInputs({ templateHashId: "0a" })).toEqual({ templateHashId: "0a" });
  });

  test("have one query as a list", () => {
    expect(parseInstanceInputs({ search: search[0] })).toEqual({ search });
    expect(parseInstanceInputs({ search: search[0], label: "" })).toEqual({ search, label: "" });
  });

  test.each<[what: string, shown: Record<string, unknown>]>([
    ["a name without a letter", { name: "" }],
    ["a disk below the least", { recommendedDiskSpace: 4 }],
    ["a text too long", { desc: "d".repeat(20_000) }],
    ["a link that is none", { href: "hub.example.com" }],
    ["a port of another form", { ports: ["80"] }],
    ["a variable of another form", { env: { "A B": "1" } }],
    ["a filter that is not known", { extraFilters: { newField: { gte: 1 } } }],
    ["options that cannot be split", { dockerOptions: "--label 'x" }],
  ])("may break a limit, as a read put them there: %s", (_what, shown) => {
    expect(parseTemplateInputs({ ...template, ...shown })).toStrictEqual({ ...template, ...shown });
  });

  test("that break a limit keep `private` and what else the schema fills in", () => {
    expect(parseTemplateInputs({ name: "", image: "x" })).toStrictEqual({
      name: "",
      image: "x",
      private: true,
    });
  });

  test.each<[what: string, wrong: Record<string, unknown>]>([
    ["a disk as text", { disk: "40" }],
    ["a list of numbers as ports", { ports: [80] }],
    ["an unknown runtype", { runtype: "ssh_direc" }],
    ["a query as text", { search: "RTX 4090" }],
    ["variables as a list", { env: ["A=1"] }],
    ["a volume without its number", { volumeInfo: { mountPath: "/data" } }],
  ])("are refused with another type: %s", (_what, wrong) => {
    expect(() => parseInstanceInputs({ ...instance, ...wrong })).toThrow();
  });

  test("are refused where filters are no object", () => {
    expect(() => parseTemplateInputs({ ...template, extraFilters: [1] })).toThrow();
  });
});
