import { adoptionMismatch, type AskedMachine } from "../../../provider/rules/instance/adoption-mismatch";
import type { InstanceRecord } from "../../../provider/rules/instance/instance-record";

const machine: InstanceRecord = {
  id: 1,
  image: "acme/train:v1",
  templateHashId: "abc",
  diskSpace: 40,
  isBid: false,
  dphTotal: 0.8,
};
const asked: AskedMachine = {
  image: "acme/train:v1",
  templateHashId: "abc",
  disk: 40,
  isBid: false,
  maxHourlyPriceUsd: 1,
};

const rows: readonly [title: string, asked: Partial<AskedMachine>, reasons: readonly string[]][] = [
  ["the same", {}, []],
  ["a smaller disk requested", { disk: 8 }, []],
  ["another image", { image: "acme/train:v2" }, ["image: acme/train:v2 wanted, acme/train:v1 found"]],
  ["another template", { templateHashId: "def" }, ["templateHashId: def wanted, abc found"]],
  ["an interruptible one", { isBid: true }, ["isBid: interruptible wanted, on-demand found"]],
  ["a larger disk", { disk: 100 }, ["diskSpace: 100 GB wanted, 40 GB found"]],
  ["a lower limit", { maxHourlyPriceUsd: 0.5 }, ["dphTotal: at most $0.5000/h wanted, $0.8000/h found"]],
];

test.each(rows)("%s", (_title, wanted, reasons) => {
  expect(adoptionMismatch(machine, { ...asked, ...wanted })).toEqual(reasons);
});

test("an image has one spelling", () => {
  expect(adoptionMismatch({ id: 1, image: "a/b:latest" }, { image: "a/b" })).toEqual([]);
});

test("what is not shown or not requested is no reason", () => {
  expect(adoptionMismatch({ id: 1 }, asked)).toEqual([]);
  expect(adoptionMismatch({ id: 1, image: "" }, asked)).toEqual([]);
  expect(adoptionMismatch(machine, {})).toEqual([]);
});
