import { AMBIGUITY_ROWS, type AmbiguityRow } from "../lifecycle/failures/ambiguity.cases";
import {
  INTERRUPTIONS,
  LAUNCH_STEPS,
  MATRIX_FAULTS,
  MATRIX_SIGNALS,
  PROCESS_INTERRUPTIONS,
  type MatrixFault,
} from "../lifecycle/failures/fault-matrix.cases";
import { faultSample } from "../lifecycle/failures/fault-sample";

const SAMPLED = faultSample().length;
const CASES = MATRIX_FAULTS.length * LAUNCH_STEPS.length * MATRIX_SIGNALS.length * 2;

const INTRODUCTION = `
<!-- Written by \`npm run docs\` from the cases of the tests. Edit test/docs/guarantees-page.ts and test/lifecycle/*.cases.ts. -->

# Billing guarantees

- Nothing is rented that the state does not know.
- Nothing is rented twice.
- Nothing keeps billing after it was discarded.
- No running machine is replaced unless its preview said so, with the reason.

Where a doubt remains, the provider stops with an error that names the machine or the label, rather than rent, destroy or
forget.

## How they are tested

Every failure below is injected at every step of a launch, alone and together with every interruption, for one launch and for
eight at once: ${CASES} cases. In each of them the service's ledger of what is rented is compared with the state.

These cases run in one process, on a simulated clock. ${SAMPLED} of them also run with a real program, a real provider process
and a real engine, which are sent real signals, followed by \`recover\` where it is needed and by the next \`pulumi up\`. The
sample pairs every kind of failure with every step and every interruption. Its service runs 33 times faster than real time
while the program and the engine are watched in real time, so an interruption is noticed a few requests later there than in
production; the cases on the simulated clock pin how soon it is noticed. Where the Pulumi CLI is installed, some of the sample
run on it too.

A simulation adds random histories of commands, failures, kills, laptops that sleep and clocks that are changed. It then lets
the service recover, does what the error messages tell the user to do, and compares the ledger with the state again. 2,000
histories run with the tests. More than 120,000 were run while this version was made; what they broke is fixed, or listed with
its reason among the bounds of the simulation (\`test/simulation/bounds.ts\`). \`npm run simulate -- --seconds 600\` runs more.

## What counts as evidence

- **A doubt outlives the command.** A rent whose outcome is unknown is recorded with its label and time, whether the launch
  succeeds, is cancelled or fails. The record stays for ten minutes, through \`up\`, \`refresh\` and Ctrl-C; \`destroy\` and a
  replacement wait for it, or fail and say so. Only a complete list that was started after those ten minutes ends it.
- **Two witnesses for "gone".** The answer to a destroy, a read by id and a list are one witness each, and two of the same kind
  count as one. A machine is gone when a read by id says so and a list that was started later does not show it; where the
  service has no list, a second read some seconds later. In the first minute of a machine nothing that fails to show it is
  evidence.
- **A list is complete or it is not used.** Fewer rows than its own total, or a page that repeats itself or leads nowhere:
  nothing is concluded.
- **State belongs to one account of one service.** Both are recorded with each resource. With another account or base URL
  nothing is read as gone, changed or destroyed.
- **Deadlines are yours.** Discarding, confirming and searching end with \`customTimeouts\` and at most 30 s of grace, in which
  what is still rented is handed over to the state.
`;

const FAILURES = `
## Failure by failure

Unless an error is named, the launch ends with a machine that runs, prints a line for each machine that was discarded, and
leaves nothing to do.
`;

const KEYS = `
The label of a machine holds a key: a hash of organization, project, stack and URN. Two backends that are not Pulumi Cloud, with
stacks of the same project and name on one account, make the same keys. \`recover\` and \`ORPHAN_FOUND\` cannot tell their
machines apart and say so; while the resource has another machine in the state, they touch only machines that you name.
`;

const INTERRUPTED = `
## Interruptions

The last three are tested with real processes only.
`;

const AMBIGUOUS = `
## Ambiguous responses

A request that changes something was sent, and its response was lost, truncated or a 5xx. What the service shows afterwards
decides.
`;

const SPARSE = `
A deployment that implements only the API specification has no list of instances. There a rent whose response is lost stops
the launch with \`ANSWER_LOST\`, and the error names the label to search for.
`;

/** The page on what happens to machines and money when something goes wrong, made from the cases that the tests run. */
export function guaranteesPage(): string {
  const failures = MATRIX_FAULTS.filter(({ name }) => name !== "none");
  const interruptions = [...INTERRUPTIONS, ...PROCESS_INTERRUPTIONS];
  return [
    INTRODUCTION,
    FAILURES,
    failures.map(failureItem).join("\n"),
    INTERRUPTED,
    ...grouped(interruptions, ({ signal }) => signal).flatMap(([signal, entries]) => [
      `### ${capitalized(signal)}`,
      entries.map(interruption).join("\n"),
    ]),
    KEYS,
    AMBIGUOUS,
    ...grouped(AMBIGUITY_ROWS, ({ operation }) => operation).flatMap(([operation, rows]) => [
      `### ${capitalized(operation)}`,
      grouped(rows, ({ decision }) => decision)
        .map(([decision, same]) => decisionItem(decision, same))
        .join("\n"),
    ]),
    SPARSE,
  ]
    .map((part) => part.trim())
    .join("\n\n")
    .concat("\n");
}

function failureItem(fault: MatrixFault): string {
  const ends = grouped(
    LAUNCH_STEPS.flatMap(({ name, moment }) => {
      const end = fault.ends?.[name];
      return end === undefined || end === "ready" ? [] : [{ end, moment }];
    }),
    ({ end }) => end,
  ).map(([end, steps]) => `When ${steps.map(({ moment }) => moment).join(", or ")}: ${errorOf(end)}`);
  const when =
    fault.moment === undefined
      ? "at any request"
      : fault.moment === "always"
        ? "always"
        : `when ${fault.moment}`;
  return [`- **${capitalized(fault.name)}** (${when}): ${fault.happens}`, ...ends].join(" ");
}

function errorOf(end: string): string {
  const [code = ""] = end.split(" ", 1);
  return end.endsWith("(in the state)")
    ? `\`${code}\`, and the machine is in the state, billed; fix the cause, then \`pulumi up\` or \`pulumi destroy\`.`
    : `\`${code}\`, and nothing is rented; fix the cause, then \`pulumi up\`.`;
}

interface Entry {
  readonly moment: string;
  readonly happens: string;
  readonly seen: string;
  readonly todo: string;
}

function interruption({ moment, happens, seen, todo }: Entry): string {
  return `- **${capitalized(moment)}.** ${happens} ${seen} To do: ${todo.charAt(0).toLowerCase()}${todo.slice(1)}`;
}

function decisionItem(decision: string, rows: readonly AmbiguityRow[]): string {
  return `- **${capitalized(rows.map(({ doubt }) => doubt).join("; "))}.** ${decision}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** In the order in which each key comes first. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const keys = [...new Set(items.map(keyOf))];
  return keys.map((key) => [key, items.filter((item) => keyOf(item) === key)]);
}
