import { join } from "node:path";

import { ChildProcess } from "./child-process";
import type { PropertyMap } from "./property-values";
import { ProviderClient } from "./provider-client";
import { findSdk } from "./sdk-path";

export interface ProviderProcessOptions {
  projectFolder: string;
  projectName: string;
  engineAddress: string;
  env: NodeJS.ProcessEnv;
  /** The whole configuration of the stack, `namespace:key`. */
  config: PropertyMap;
  onLine: (stream: "stdout" | "stderr", line: string) => void;
}

/** The SDK's own dynamic-provider process and the connection to it. */
export class ProviderProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly client: ProviderClient,
  ) {}

  /** Starts the process, waits for its port and configures it. */
  static async start(options: ProviderProcessOptions): Promise<ProviderProcess> {
    const { projectFolder, projectName, engineAddress, onLine } = options;
    let announce: (port: string) => void = () => undefined;
    const port = new Promise<string>((resolve) => (announce = resolve));
    let announced = false;
    const child = new ChildProcess({
      args: [join(findSdk(projectFolder), "cmd", "dynamic-provider"), engineAddress],
      cwd: projectFolder,
      env: {
        ...options.env,
        PULUMI_NODEJS_PROJECT: projectName,
        PULUMI_PROJECT: projectName,
        PULUMI_CONFIG: "{}",
      },
      onLine: (stream, line) => {
        if (announced || stream === "stderr") onLine(stream, line);
        else {
          announced = true;
          announce(line.trim());
        }
      },
    });
    const died = child.exited.then((code) => {
      throw new Error(`The dynamic provider ended with ${String(code)} before it gave a port`);
    });
    const address = `127.0.0.1:${await Promise.race([port, died])}`;
    died.catch(() => undefined);
    const provider = new ProviderProcess(child, new ProviderClient(address));
    await provider.client.configure(options.config);
    return provider;
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Ends the process as the engine does at the end of every phase. */
  async stop(): Promise<void> {
    await this.child.stop();
    this.client.close();
  }

  kill(): void {
    this.child.kill();
    this.client.close();
  }

  /** Ends the process under the engine's hands, which hears that a call failed. */
  killUnnoticed(): void {
    this.child.kill();
  }

  hangUp(): void {
    this.child.hangUp();
    this.client.close();
  }

  /** Leaves the process alone, without a reader for its output. */
  disown(): void {
    this.child.disown();
    this.client.close();
  }
}
