import * as pulumi from "@pulumi/pulumi";
import { TYPE_TOKEN } from "../state/type-token";

/**
 * What the provider process cannot know by itself: the engine passes neither URN nor timeouts nor the preview flag to
 * a dynamic provider, and sends it no signal at the first Ctrl-C. `check` removes this input again, so that what
 * differs from run to run never reaches the state.
 */
export interface ProgramFacts {
  readonly urn: pulumi.Input<string>;
  readonly name: string;
  readonly organization: string;
  /** The program's process: gone while a create is in flight means cancelled. */
  readonly pid: number;
  readonly preview: boolean;
  readonly timeouts?: pulumi.CustomTimeouts;
  /** The resource is read by id (`get`), not created. */
  readonly get?: true;
  /** Arguments that the program marked secret: the engine passes their values in plain text, and no message may show them. */
  readonly secrets?: Promise<readonly string[]>;
  /** In a preview: how many instances the program has declared, so that the last one is known. */
  readonly instances?: Promise<number>;
}

export function programFacts(
  type: string,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
  args: object,
): ProgramFacts {
  refuseImport(type, name, options);
  warnOfSettings();
  return {
    urn: withoutDependencies(pulumi.createUrn(name, type, options?.parent)),
    name,
    organization: organization(),
    pid: process.pid,
    preview: pulumi.runtime.isDryRun(),
    ...(options?.customTimeouts === undefined ? {} : { timeouts: options.customTimeouts }),
    ...(options?.id === undefined ? {} : { get: true as const }),
    ...secretsOf(args),
    ...(type === TYPE_TOKEN.Instance && options?.id === undefined ? instancesDeclared() : {}),
  };
}

/** What is known of one program while it runs. */
interface ProgramRun {
  /** Instances that it has declared so far. */
  instances: number;
  hasWarnedOfSettings: boolean;
}

/** By stack: one process may run several programs (Automation API). */
const runs = new WeakMap<object, ProgramRun>();
/** Replaces the stack where there is none, as in unit tests with mocks. */
const NO_STACK = {};

function currentRun(): ProgramRun {
  const stack = pulumi.runtime.getStackResource() ?? NO_STACK;
  const run = runs.get(stack) ?? { instances: 0, hasWarnedOfSettings: false };
  runs.set(stack, run);
  return run;
}

/** Counted once the program has ended, or waits: machines that it declares together are counted together. */
function instancesDeclared(): Pick<ProgramFacts, "instances"> {
  if (!pulumi.runtime.isDryRun() || pulumi.runtime.getStackResource() === undefined) return {};
  const run = currentRun();
  run.instances += 1;
  return { instances: new Promise((resolve) => setImmediate(() => resolve(run.instances))) };
}

/** Nothing where no argument holds an output: that needs no waiting. */
function secretsOf(args: object): Pick<ProgramFacts, "secrets"> {
  const doubtful = Object.entries(args).filter(([, value]) => holdsOutput(value));
  if (doubtful.length === 0) return {};
  const names = doubtful.map(async ([name, value]): Promise<string[]> =>
    // A failing argument is reported by the SDK itself.
    (await pulumi.isSecret(pulumi.output(value)).catch(() => true)) ? [name] : [],
  );
  return { secrets: Promise.all(names).then((found) => found.flat()) };
}

function holdsOutput(value: unknown): boolean {
  if (typeof value !== "object" || value === null || pulumi.Resource.isInstance(value)) return false;
  return (
    pulumi.Output.isInstance(value) || value instanceof Promise || Object.values(value).some(holdsOutput)
  );
}

/** The engine imports without passing a dynamic provider's code: ours would never run. */
function refuseImport(type: string, name: string, options: pulumi.CustomResourceOptions | undefined): void {
  if (options?.import === undefined) return;
  const kind = type.split(":").at(-1) ?? type;
  throw new pulumi.RunError(
    `The ${kind} "${name}" cannot be adopted with the \`import\` option: the engine does not tell a dynamic provider what it ` +
      `imports. Leave the option out; read what exists with \`${kind}.get("${name}", id)\`, and adopt a machine that a ` +
      "broken launch left behind with `pulumi-vastai recover`.",
  );
}

/** Warns of wrong settings, once a program, and never shows their values. */
function warnOfSettings(): void {
  const run = currentRun();
  if (run.hasWarnedOfSettings) return;
  run.hasWarnedOfSettings = true;
  const names = Object.keys(pulumi.runtime.allConfig()).filter((name) => name.startsWith("vastai:"));
  if (names.length === 0) return;
  void import("../lifecycle/session/setting-warnings.js").then(({ settingWarnings }) =>
    Promise.all(settingWarnings(names).map((warning) => pulumi.log.warn(warning))),
  );
}

/** A value that is a secret whether or not the program said so. */
export function secretInput(value: pulumi.Input<string> | undefined): pulumi.Output<string> | undefined {
  return value === undefined ? undefined : pulumi.secret(value);
}

/**
 * A component counts as done when its children are: an input that depended on the parent would have the child wait for
 * itself. A URN is known as soon as its resource is registered, in previews too.
 */
async function withoutDependencies(urn: pulumi.Output<string>): Promise<string> {
  return new Promise((resolve) => urn.apply(resolve));
}

/** Unit tests with mocks may run without an organization. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "organization";
  }
}

/** The caller's options with ours added. */
export function withHidden(
  options: pulumi.CustomResourceOptions | undefined,
  hidden: readonly string[],
  secretOutputs: readonly string[],
): pulumi.CustomResourceOptions {
  return {
    ...options,
    hideDiffs: [...(options?.hideDiffs ?? []), ...hidden],
    additionalSecretOutputs: [...(options?.additionalSecretOutputs ?? []), ...secretOutputs],
  };
}
