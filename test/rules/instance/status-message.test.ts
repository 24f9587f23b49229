import { normalizeMessage, ownFault, sameCause } from "../../../provider/rules/instance/status-message";

const faults: readonly [message: string, fault: string | undefined][] = [
  [
    "Error response from daemon: manifest for acme/x:9 not found: manifest unknown: manifest unknown",
    "missing image",
  ],
  [
    "Error response from daemon: pull access denied for acme/x, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
    "missing image",
  ],
  ["no matching manifest for linux/arm64/v8 in the manifest list entries", "missing image"],
  ["invalid reference format: repository name must be lowercase", "missing image"],
  [
    "Error response from daemon: Get https://r.example.com/v2/: unauthorized: authentication required",
    "refused registry login",
  ],
  ["Error response from daemon: unauthorized: incorrect username or password", "refused registry login"],
  ['OCI runtime create failed: exec: "trian.py": executable file not found in $PATH: unknown', "bad command"],
  ["exec /entrypoint.sh: exec format error", "bad command"],
  ["unable to find user trainer: no matching entries in passwd file", "bad command"],
  ["unknown flag: --gpuz", "bad docker options"],
  [
    "Error response from daemon: toomanyrequests: You have reached your pull rate limit. unauthorized",
    undefined,
  ],
  ["write /var/lib/docker/tmp: no space left on device", undefined],
  ["nvidia-container-cli: initialization error: driver rpc error", undefined],
  ["Get https://registry-1.docker.io/v2/: dial tcp: i/o timeout", undefined],
  ["host went away", undefined],
  ["success, running acme/x:1/ssh", undefined],
  ["", undefined],
];

test.each(faults)("%j is %j", (message, fault) => {
  expect(ownFault(message)).toBe(fault);
});

test("no message shows no fault", () => {
  expect(ownFault(undefined)).toBeUndefined();
});

test("what differs from machine to machine is left out", () => {
  const left = "C.4711 at 10.0.0.7:2375 2026-08-08T10:11:12Z sha256:abc0123 3f2a9c41d07b took 12.5s  twice";
  const right = "C.99 at 192.168.1.20 2026-01-01 01:02:03.5 sha256:99 aa00bb11cc22 took 3s twice";
  expect(normalizeMessage(left)).toBe(normalizeMessage(right));
  expect(normalizeMessage(left)).toBe("<id> at <address> <time> <digest> <id> took <n> twice");
});

const bad = (id: string, word: string) =>
  `failed to create ${id}: exec: "${word}": executable file not found in $PATH`;

const pairs: readonly [title: string, left: string | undefined, right: string | undefined, same: boolean][] =
  [
    ["one missing image on two hosts", "manifest unknown (host 1)", "manifest unknown (host 2)", true],
    ["one bad command on two hosts", bad("3f2a9c41d07b", "trian"), bad("aa00bb11cc22", "trian"), true],
    ["two bad commands", bad("3f2a9c41d07b", "trian"), bad("3f2a9c41d07b", "tarin"), false],
    ["a missing image and a refused login", "manifest unknown", "unauthorized", false],
    ["two hosts that died alike", "no space left on device", "no space left on device", false],
    ["two hosts that said nothing", undefined, undefined, false],
    ["one that said nothing", "manifest unknown", undefined, false],
  ];

test.each(pairs)("%s", (_title, left, right, same) => {
  expect(sameCause(left, right)).toBe(same);
});
