import { spawn } from "node:child_process";

import { PROJECT } from "../house/project-files";

/** What the command prints from its start to its end by Ctrl-C, which comes when it has said everything. */
async function printed(...flags: string[]): Promise<string> {
  const command = [
    "--require",
    "./test/support/run-typescript.cjs",
    "provider/cli/main.ts",
    "emulator",
    ...flags,
  ];
  const child = spawn(process.execPath, command, { cwd: PROJECT, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (text.includes("Ctrl-C ends it")) child.kill("SIGINT");
  });
  await new Promise((resolve) => child.once("close", resolve));
  return text;
}

test("the emulator says what to set, and where that counts, and ends with what was rented", async () => {
  const text = await printed("--time-scale", "0.5");
  const url = /listens at (http:\/\/127\.0\.0\.1:\d+)$/m.exec(text)?.[1];
  expect(text).toContain("in a stack without vastai:apiKey and vastai:baseUrl");
  expect(text).toContain(`  export VAST_URL=${url} VAST_API_KEY=emulator-key VASTAI_TIME_SCALE=0.5\n`);
  expect(text).toMatch(/rented 0/);
});
