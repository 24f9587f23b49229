import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { exportDeployment, importDeployment, readDeployment, writeDeployment } from "./deployment-file";
import { Phase } from "./phase";
import type { StackSettings } from "./phase-context";
import type { PhaseName, PhaseOptions } from "./phase-result";
import type { PropertyMap } from "./property-values";

export interface TestEngineOptions {
  projectFolder: string;
  stack: string;
  organization: string;
  /** Where the state is kept. */
  statePath: string;
  /** The whole environment of program and provider. */
  env: NodeJS.ProcessEnv;
}

/** A small engine of our own: one stack of one project, run with the SDK's real program and provider processes. */
export class TestEngine {
  private readonly settings: StackSettings;
  private readonly statePath: string;
  private readonly config = new Map<string, { value: string; secret: boolean }>();

  constructor({ projectFolder, stack, organization, statePath, env }: TestEngineOptions) {
    const project = readFileSync(join(projectFolder, "Pulumi.yaml"), "utf8");
    const projectName = /^name:\s*(\S+)/m.exec(project)?.[1];
    if (projectName === undefined) throw new Error("The project file has no name");
    this.settings = {
      projectFolder,
      projectName,
      organization,
      stack,
      parallel: 16,
      env,
      typescript: !/typescript:\s*false/.test(project),
    };
    this.statePath = statePath;
  }

  /** Starts a phase; the answer is in its `result`. */
  start(name: PhaseName, options: PhaseOptions = {}): Phase {
    return new Phase(name, this.settings, new Map(this.config), this.statePath, options);
  }

  /** Sets `namespace:key`; a key without a namespace is the project's own. */
  setConfig(key: string, value: string, options: { secret?: boolean } = {}): void {
    const full = key.includes(":") ? key : `${this.settings.projectName}:${key}`;
    this.config.set(full, { value, secret: options.secret ?? false });
  }

  /** The state, with every secret as ciphertext. */
  exportState(): PropertyMap {
    return exportDeployment(
      existsSync(this.statePath) ? readDeployment(this.statePath) : { resources: [], pendingOperations: [] },
    );
  }

  importState(exported: PropertyMap): void {
    writeDeployment(this.statePath, importDeployment(exported));
  }
}
