import fc from "fast-check";
import type { OfferFilters } from "../../../provider/rules/offer/offer-query";
import { checkTemplateInputs } from "../../../provider/rules/template/template-check";

const accepted: readonly [title: string, args: Record<string, unknown>][] = [
  ["an image", {}],
  ["a tag in the image", { image: "r.example.com:5000/acme/x:1.0" }],
  ["the service's automatic tag", { image: "vastai/base-image:@vastai-automatic-tag" }],
  ["a digest", { image: `acme/x:1@sha256:${"0".repeat(64)}` }],
  ["an empty tag with a tag in the image", { image: "acme/x:1", tag: "" }],
  ["ssh with its flags", { runtype: "ssh", useSsh: true, sshDirect: true }],
  [
    "jupyter with its flags",
    { runtype: "jupyter", jupDirect: true, sshDirect: true, useJupyterLab: true, jupyterDir: "/w" },
  ],
  ["flags switched off", { useSsh: false, sshDirect: false, jupDirect: false, useJupyterLab: false }],
  ["a command", { argsStr: "train" }],
  ["a public template", { private: false }],
  ["a private registry", { dockerLoginRepo: "r", dockerLoginUser: "u", dockerLoginPass: "p" }],
  [
    "empty registry fields",
    { private: false, dockerLoginRepo: "", dockerLoginUser: "", dockerLoginPass: "" },
  ],
  ["docker options", { dockerOptions: "--shm-size=8g --cap-add SYS_ADMIN" }],
  ["docker options that only begin like a variable", { dockerOptions: "--env-file x --entrypoint /run" }],
  ["a hint", { volumeInfo: { anything: [1] } }],
  ["links", { href: "https://hub.example.com/x", repo: "acme/x", desc: "", readme: "# x" }],
];

test.each(accepted)("accepts %s", (_title, args) => {
  expect(checkTemplateInputs({ name: "t", image: "acme/x", ...args }).failures).toEqual([]);
});

test("arguments are normalized", () => {
  const { inputs } = checkTemplateInputs({
    name: "t",
    image: "acme/x",
    tag: null,
    ports: ["80:80/tcp"],
    extraFilters: { gpuName: "rtx_4090", numGpus: [2, 1] },
  });
  expect(inputs).toStrictEqual({
    private: true,
    name: "t",
    image: "acme/x",
    ports: ["80:80"],
    extraFilters: { gpuName: { eq: "RTX 4090" }, numGpus: { in: [1, 2] } },
  });
});

test("a mistake in the filters is named where it stands", () => {
  const { failures } = checkTemplateInputs({ name: "t", image: "x", extraFilters: { gpuRam: { gte: 24 } } });
  expect(failures.map(({ property }) => property)).toEqual(["extraFilters.gpuRam.gte"]);
  expect(failures[0]?.reason).toContain("`extraFilters.gpuRam.gte`");
});

test("filters already normalized stay as they are", () => {
  const extraFilters: OfferFilters = { gpuName: { eq: "RTX 4090" }, numGpus: { in: [1, 2] } };
  const { inputs } = checkTemplateInputs({ name: "t", image: "x", extraFilters });
  expect(inputs["extraFilters"]).toStrictEqual(extraFilters);
});

test("any arguments at all give a list of failures and never throw", () => {
  const names = [
    "name",
    "image",
    "tag",
    "env",
    "ports",
    "dockerOptions",
    "runtype",
    "extraFilters",
    "volumeInfo",
    "href",
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything({ maxDepth: 3 })), (args) => {
      expect(Array.isArray(checkTemplateInputs(args).failures)).toBe(true);
    }),
    { seed: 20_260_811, numRuns: 500 },
  );
});
