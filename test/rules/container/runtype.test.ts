import {
  effectiveRuntype,
  hasSshByDefault,
  isDirectRuntype,
  runtypeFamily,
  runtypePorts,
  RUNTYPES,
} from "../../../provider/rules/container/runtype";

const rows: readonly [
  spelling: string | undefined,
  family: string | undefined,
  isDirect: boolean,
  ports: string[],
][] = [
  ["ssh", "ssh", false, []],
  ["ssh_proxy", "ssh", false, []],
  ["ssh_direct", "ssh", true, ["22/tcp"]],
  ["jupyter", "jupyter", false, []],
  ["jupyter_proxy", "jupyter", false, []],
  ["jupyter_direct", "jupyter", true, ["22/tcp", "8080/tcp"]],
  ["args", "args", false, []],
  ["ssh ssh_direc ssh_proxy", "ssh", true, ["22/tcp"]],
  ["jupyter_direc ssh_direc ssh_proxy", "jupyter", true, ["22/tcp", "8080/tcp"]],
  ["serverless", undefined, false, []],
  ["", undefined, false, []],
  [undefined, undefined, false, []],
];

test.each(rows)("%j belongs to %s", (spelling, family, isDirect, ports) => {
  expect(runtypeFamily(spelling)).toBe(family);
  expect(isDirectRuntype(spelling)).toBe(isDirect);
  expect(runtypePorts(spelling)).toEqual(ports);
});

test("every documented runtype has a row", () => {
  const spellings = rows.map(([spelling]) => spelling);
  expect(RUNTYPES.filter((runtype) => !spellings.includes(runtype))).toEqual([]);
});

test("the service's defaults decide where nothing is said", () => {
  expect(effectiveRuntype({})).toBe("ssh");
  expect(effectiveRuntype({ args: ["a"] })).toBe("args");
  expect(effectiveRuntype({ args: [], argsStr: "" })).toBe("ssh");
  expect(effectiveRuntype({ argsStr: "a" })).toBe("args");
  expect(effectiveRuntype({ templateHashId: "0a", args: ["a"] })).toBeUndefined();
  expect(effectiveRuntype({ templateHashId: "0a", runtype: "ssh" })).toBe("ssh");
});

test("every runtype but args has ssh", () => {
  expect(RUNTYPES.filter((runtype) => !hasSshByDefault(runtype))).toEqual(["args"]);
});
