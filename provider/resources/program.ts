import * as pulumi from "@pulumi/pulumi";

/**
 * What the provider process cannot know by itself: the engine passes neither URN nor timeouts nor the preview flag to
 * a dynamic provider, and sends it no signal at the first Ctrl-C. `check` takes this input off again, so that what
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
  /** Arguments that the program marked secret: the engine hands their values over bare, and no sentence may show them. */
  readonly secrets?: Promise<readonly string[]>;
}

export function programFacts(
  type: string,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
  args: object,
): ProgramFacts {
  refuseImport(type, name, options);
  warnOfClearKey();
  return {
    urn: withoutDependencies(pulumi.createUrn(name, type, options?.parent)),
    name,
    organization: organization(),
    pid: process.pid,
    preview: pulumi.runtime.isDryRun(),
    ...(options?.customTimeouts === undefined ? {} : { timeouts: options.customTimeouts }),
    ...(options?.id === undefined ? {} : { get: true as const }),
    ...secretsOf(args),
  };
}

/** Nothing where no argument holds an output: that needs no waiting. */
function secretsOf(args: object): Pick<ProgramFacts, "secrets"> {
  const doubtful = Object.entries(args).filter(([, value]) => holdsOutput(value));
  if (doubtful.length === 0) return {};
  const names = doubtful.map(async ([name, value]): Promise<string[]> =>
    // What fails is the argument's own matter, and told as such.
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

/** The engine reads what it imports without telling a dynamic provider what it is: our code would never be asked. */
function refuseImport(type: string, name: string, options: pulumi.CustomResourceOptions | undefined): void {
  if (options?.import === undefined) return;
  const kind = type.split(":").at(-1) ?? type;
  throw new pulumi.RunError(
    `The ${kind} "${name}" cannot be taken in with the \`import\` option: the engine does not tell a dynamic provider what it ` +
      `imports. Leave the option out; read what exists with \`${kind}.get("${name}", id)\`, and take in a machine that a ` +
      "broken launch left behind with `pulumi-vastai recover`.",
  );
}

function warnOfClearKey(): void {
  if (new pulumi.Config("vastai").get("apiKey") === undefined) return;
  void import("../lifecycle/clear-key.js").then(({ clearKeyWarning }) => {
    const warning = clearKeyWarning();
    return warning === undefined ? undefined : pulumi.log.warn(warning);
  });
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
