import { join } from "node:path";

import { ChildProcess } from "./child-process";
import { findSdk } from "./sdk-path";

export interface ProgramProcessOptions {
  projectFolder: string;
  projectName: string;
  organization: string;
  stack: string;
  address: string;
  parallel: number;
  isPreview: boolean;
  typescript: boolean;
  env: NodeJS.ProcessEnv;
  config: ReadonlyMap<string, { value: string; secret: boolean }>;
  onLine: (stream: "stdout" | "stderr", line: string) => void;
}

/** Starts a program as the Node language host does. */
export function startProgramProcess(options: ProgramProcessOptions): ChildProcess {
  const { projectFolder, config } = options;
  const values = [...config].map(([name, { value }]) => [name.replace(":", ":config:"), value]);
  const secrets = [...config].filter(([, { secret }]) => secret).map(([name]) => name);
  return new ChildProcess({
    args: [
      join(findSdk(projectFolder), "cmd", "run"),
      ...["--monitor", options.address],
      ...["--engine", options.address],
      ...["--organization", options.organization],
      ...["--project", options.projectName],
      ...["--root-directory", projectFolder],
      ...["--stack", options.stack],
      ...["--pwd", projectFolder],
      ...(options.isPreview ? ["--dry-run"] : []),
      ...["--parallel", String(options.parallel)],
      ".",
    ],
    cwd: projectFolder,
    env: {
      ...options.env,
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secrets),
      ...(options.typescript ? { PULUMI_NODEJS_TYPESCRIPT: "true" } : {}),
    },
    onLine: options.onLine,
  });
}
