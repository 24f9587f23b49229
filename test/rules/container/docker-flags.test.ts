import fc from "fast-check";
import { execFileSync } from "node:child_process";
import {
  dockerFlagsMistake,
  parseDockerFlags,
  renderDockerFlags,
  type DockerFlags,
} from "../../../provider/rules/container/docker-flags";

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);
const value = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 24 }),
    fc.constantFrom(
      "",
      "--leading",
      "-e X=1",
      "a b",
      'say "hi"',
      "it's",
      "$HOME `id` \\",
      "line\nbreak",
      "héllo 🚀",
      "=x=",
    ),
  )
  .map((text) => text.replaceAll("\0", ""));
const port = fc
  .tuple(
    fc.integer({ min: 1, max: 65_535 }),
    fc.integer({ min: 1, max: 65_535 }),
    fc.constantFrom("", "/udp", "/tcp"),
  )
  .map(([host, container, protocol]) => `${host}:${container}${protocol}`);
const option = fc.constantFrom(
  "--shm-size=8g",
  "--cap-add SYS_ADMIN",
  "-v /data:/data",
  "-h worker",
  '--label="two words"',
  "--ulimit memlock=-1:-1",
  "--privileged",
);
const flags: fc.Arbitrary<DockerFlags> = fc.record({
  env: fc.dictionary(name, value, { maxKeys: 8 }),
  ports: fc.array(port, { maxLength: 5 }),
  options: fc.array(option, { maxLength: 4 }).map((options) => options.join(" ")),
});

/** The words that a POSIX shell hands to docker. */
function wordsOfShell(text: string): string[] {
  const script = `eval "set -- $1"; for word do printf '%s\\0' "$word"; done`;
  return execFileSync("sh", ["-c", script, "sh", text], { encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("docker flags", () => {
  test("variables, ports and options become one text in this order", () => {
    expect(
      renderDockerFlags({
        env: { HF_HOME: "/data", PORTAL_CONFIG: "localhost:1111:11111:/:Portal|localhost:8080", EMPTY: "" },
        ports: ["8080:80", "53:53/udp"],
        options: "--shm-size=8g   -v '/my data:/data'",
      }),
    ).toBe(
      '-e HF_HOME=/data -e PORTAL_CONFIG="localhost:1111:11111:/:Portal|localhost:8080" -e EMPTY="" ' +
        '-p 8080:80 -p 53:53/udp --shm-size=8g -v "/my data:/data"',
    );
  });

  test("nothing becomes the empty text and comes back as nothing", () => {
    expect(renderDockerFlags({})).toBe("");
    expect(parseDockerFlags("")).toEqual({ env: {}, ports: [], options: "" });
  });

  test.each<[text: string, flags: Partial<DockerFlags>]>([
    ["-e A=1 --env B=2 --env=C=3 -eD=4 -e=E=5", { env: { A: "1", B: "2", C: "3", D: "4", E: "5" } }],
    ["-p 1:2 --publish 3:4/udp --publish=5:6 -p7:8", { ports: ["1:2", "3:4/udp", "5:6", "7:8"] }],
    [`-e "A=two words" -e B='it'"'"'s'`, { env: { A: "two words", B: "it's" } }],
    ["-e A=b=c", { env: { A: "b=c" } }],
    ["-e A=1 -e A=2", { env: { A: "2" } }],
    ["-e HOME --env", { options: "-e HOME --env" }],
    ["--env-file x --publish-all -P", { options: "--env-file x --publish-all -P" }],
    [
      "-v a:b -e A=1 --name c -p 1:1 --rm",
      { env: { A: "1" }, ports: ["1:1"], options: "-v a:b --name c --rm" },
    ],
    ["-e A='never closed", { options: "-e A='never closed" }],
    ["-e __proto__=x", { env: Object.fromEntries([["__proto__", "x"]]) }],
  ])("%j is taken apart", (text, expected) => {
    expect(parseDockerFlags(text)).toEqual({ env: {}, ports: [], options: "", ...expected });
  });

  test("a text that cannot be split says why", () => {
    expect(dockerFlagsMistake("--label='x")).toBe("a single quote is not closed");
    expect(dockerFlagsMistake("--label='x'")).toBeUndefined();
  });

  test("options that cannot be split are appended as they are", () => {
    expect(renderDockerFlags({ env: { A: "1" }, options: " --label='x " })).toBe("-e A=1 --label='x");
  });

  test("what is rendered is read back as it was", () => {
    fc.assert(
      fc.property(flags, (given) => {
        expect(parseDockerFlags(renderDockerFlags(given))).toEqual(given);
      }),
      { seed: 20_260_803, numRuns: 300 },
    );
  });

  test("rendering what was read changes nothing more", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(value, option), { maxLength: 8 }), (pieces) => {
        const once = renderDockerFlags(parseDockerFlags(pieces.join(" ")));
        expect(renderDockerFlags(parseDockerFlags(once))).toBe(once);
      }),
      { seed: 20_260_804, numRuns: 300 },
    );
  });

  test("a real shell splits the rendered text into the variables and ports that were given", () => {
    const cases = fc.sample(flags, { seed: 20_260_805, numRuns: 25 });
    for (const given of cases) {
      const variables = Object.entries(given.env).flatMap(([key, text]) => ["-e", `${key}=${text}`]);
      const expected = [...variables, ...given.ports.flatMap((one) => ["-p", one])];
      expect(wordsOfShell(renderDockerFlags({ env: given.env, ports: given.ports }))).toEqual(expected);
    }
  });
});
