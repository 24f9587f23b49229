import { createServer, type Server } from "node:net";

import { engineFailures } from "../../../provider/adapters/dynamic/engine-failures";
import type { CheckFailure } from "../../../provider/rules/validation/check-failure";
import { SERIALIZED_PROVIDER } from "../../../provider/state/serialized-provider";
import { TYPE_TOKEN } from "../../../provider/state/type-token";
import { ProviderProcess } from "../../support/engine/provider-process";
import { propertyMap } from "../../support/engine/property-values";
import { announceEngines, forEachEngine, startProgram } from "../../support/journey";
import { inWorld } from "../../support/journey-world";
import { BAD_INPUTS } from "../../rules/validation/bad-input.cases";

announceEngines();

/** Something that listens: a provider whose engine does not answer any more ends itself. */
async function listening(): Promise<{ server: Server; address: string }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (typeof bound !== "object" || bound === null) throw new Error("The listener has no port");
  return { server, address: `127.0.0.1:${String(bound.port)}` };
}

/** On its way to the provider a map loses its order. */
function inOrder(failures: readonly CheckFailure[]): readonly CheckFailure[] {
  return failures.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}

test("the real provider process says of every bad input what the table says", async () => {
  const project = startProgram({ files: { "index.js": "" } });
  const { server, address } = await listening();
  const provider = await ProviderProcess.start({
    projectFolder: project.folder,
    projectName: "journey",
    engineAddress: address,
    env: { PATH: process.env["PATH"] },
    config: {},
    onLine: () => undefined,
  });
  try {
    const seen = await Promise.all(
      BAD_INPUTS.map(async ({ resource, title, args }) => {
        const urn = `urn:pulumi:test::journey::${TYPE_TOKEN[resource]}::bad`;
        const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
        const news = { ...propertyMap(given), __provider: SERIALIZED_PROVIDER[resource] };
        const { failures } = await provider.client.check(urn, {}, news);
        return { resource, title, failures: inOrder(failures) };
      }),
    );
    expect(seen).toEqual(
      BAD_INPUTS.map(({ resource, title, args, failures }) => ({
        resource,
        title,
        failures: inOrder(engineFailures(failures, args)),
      })),
    );
  } finally {
    await provider.stop();
    server.close();
    project.close();
  }
});

forEachEngine(
  "a preview names all mistakes of a resource together, and asks the service nothing",
  async (start) =>
    inWorld(
      start,
      {
        program: `
        new Instance("bad", {
          image: "https://example.com/acme", disk: 4, runtype: "ssh_direc", label: "",
          search: { filters: { gpuRam: 24, numGpu: 1 }, type: "bid" },
          launch: { attempts: 0 }, env: { "not a name": "hunter2" },
        });`,
      },
      async ({ emulator, engine }) => {
        const preview = await engine.preview();
        expect(preview.ok).toBe(false);
        const said = preview.diagnostics
          .filter(({ severity, urn }) => severity === "error" && urn?.endsWith("::bad") === true)
          .map(({ message }) => message)
          .join("\n");
        for (const path of ["image", "disk", "runtype", "label", "price", "env", "launch.attempts"])
          expect(said).toContain(`\`${path}`);
        for (const path of ["gpuRam", "numGpu"]) expect(said).toContain(`search.filters.${path}`);
        expect(preview.text).not.toContain("hunter2");
        expect(emulator.world.requests()).toEqual([]);
      },
    ),
);
