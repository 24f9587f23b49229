import { readFileSync } from "node:fs";

import { systemClock } from "../../../provider/wire/clock";
import { announceEngines, forEachEngine, type Engine, type PhaseName } from "../../support/journey";
import { ACCOUNTS, inWorld, vastProgram } from "../../support/journey-world";

announceEngines();

const LOOK_MS = 30;
const PLANTED = {
  registryPassword: "planted-registry-password",
  imageToken: "planted-image-token",
  secretValue: "planted-secret-value",
  templateValue: "planted-template-value",
  script: "planted-script",
  instanceKey: "planted-instance-key",
  user: "planted-user",
  label: "planted label",
  image: "planted image",
} as const;

const program = (value: string): string => `
  const template = new Template("base", {
    image: "registry.example.com/acme/trainer", runtype: "jupyter", jupDirect: true,
    dockerLoginRepo: "registry.example.com", dockerLoginUser: "robot", dockerLoginPass: "${PLANTED.registryPassword}",
    env: { TOKEN: pulumi.secret("${PLANTED.templateValue}") },
    onstart: pulumi.secret("echo ${PLANTED.script}"),
  });
  new Instance("trainer", {
    template, search,
    imageLogin: "-u robot -p ${PLANTED.imageToken} registry.example.com",
    env: { TOKEN: pulumi.secret("${value}") },
    user: pulumi.interpolate\`\${pulumi.secret("${PLANTED.user}")}-of-${value.length}\`,
    label: pulumi.secret("${PLANTED.label} of ${value.length}"),
  });
`;
/** Two mistakes in addition to secrets, in properties that hold some. */
const BAD = `
  new Instance("trainer", {
    image: pulumi.secret("${PLANTED.image}"), search, runtype: "ssh",
    imageLogin: "-u robot --password ${PLANTED.imageToken}",
    env: { "not a name": pulumi.secret("${PLANTED.secretValue}") },
    argsStr: pulumi.secret("${PLANTED.script}"),
  });
`;

/** A phase, and the command lines that its processes were seen with. */
async function watched(engine: Engine, phase: PhaseName): Promise<{ ok: boolean; shown: string }> {
  const running = engine.start(phase);
  const lines = new Set<string>();
  const over = new AbortController();
  const result = running.result.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const pid of running.pids()) lines.add(commandLineOf(pid));
    await systemClock().sleep(LOOK_MS);
  }
  const { ok, text, diagnostics } = await result;
  expect([...lines].join("\n")).toContain("dynamic-provider");
  return { ok, shown: [...lines, text, JSON.stringify(diagnostics)].join("\n") };
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

forEachEngine(
  "no secret is in the clear in state, log, error, diagnostics or command line, through a whole life",
  async (start) => {
    const emulator = { instanceApiKeys: PLANTED.instanceKey, showRegistryPasswords: true };
    const options = { program: program(PLANTED.secretValue), emulator, project: { apiKey: "" } };
    await inWorld(start, options, async (scene) => {
      const { engine, project } = scene;
      const [account] = ACCOUNTS;
      await engine.setConfig("vastai:apiKey", account.apiKey, { secret: true });
      const seen: string[] = [];
      const run = async (phase: PhaseName, ok = true): Promise<void> => {
        const result = await watched(engine, phase);
        expect(`${String(result.ok)} ${result.ok === ok ? "" : result.shown}`).toBe(`${String(ok)} `);
        seen.push(result.shown, JSON.stringify(await engine.exportState()));
      };

      await run("preview");
      scene.emulator.faults.order({
        kind: "refuse",
        status: 400,
        error: "invalid_args",
        msg: `error 400/3600: the key ${account.apiKey} may not pull with ${PLANTED.imageToken}`,
        match: { endpoint: "asks.accept" },
      });
      await run("up", false);
      scene.emulator.faults.order({ kind: "host", status: "exited", statusMsg: "no luck" });
      await run("up");
      expect(scene.emulator.ledger()).toMatchObject({ rented: 2, live: 1 });
      const tokens = await jupyterTokens(scene.emulator.url, account.apiKey);
      expect(tokens).toHaveLength(1);

      await run("refresh");
      project.edit(vastProgram(program("planted-other-value")));
      await run("preview");
      project.edit(vastProgram(BAD));
      await run("preview", false);
      project.edit(vastProgram(program("planted-other-value")));
      await run("up");
      tokens.push(...(await jupyterTokens(scene.emulator.url, account.apiKey)));
      await run("destroy");
      expect(scene.emulator.ledger().live).toBe(0);

      const all = seen.join("\n");
      const secrets = [...Object.values(PLANTED), "planted-other-value", account.apiKey, ...tokens];
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
      // The fingerprint of what the template launches is made of values that may be secret.
      expect(all).not.toMatch(/v1:[0-9a-f]{64}/);
    });
  },
);

async function jupyterTokens(url: string, apiKey: string): Promise<string[]> {
  const reply = await fetch(`${url}/api/v1/instances/`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { instances } = (await reply.json()) as { instances: { jupyter_token?: string }[] };
  return instances.flatMap(({ jupyter_token: token }) => (token === undefined ? [] : [token]));
}
