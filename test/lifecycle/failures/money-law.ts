import { AMBIGUITY_ROWS } from "./ambiguity.cases";
import { faultSample } from "./fault-sample";
import {
  INTERRUPTIONS,
  LAUNCH_STEPS,
  MATRIX_FAULTS,
  MATRIX_SIGNALS,
  PROCESS_INTERRUPTIONS,
  type LaunchEnd,
  type MatrixFault,
} from "./fault-matrix.cases";

const SAMPLED = faultSample().length;
const CELLS = MATRIX_FAULTS.length * LAUNCH_STEPS.length * MATRIX_SIGNALS.length * 2;

/** The page on what happens to machines and money when something goes wrong, made from the cases that the tests run. */
export function moneyLawPage(): string {
  return [
    "# The money law",
    "<!-- Made by test/lifecycle/failures/money-law-page.ts from the cases of the tests. Edit those. -->",
    "> Nothing is ever rented that the state does not know, nothing is rented twice, nothing keeps billing after it was given up, and no running machine is replaced unless its preview said so and why.",
    `Every trouble below is tried at every step of a launch, alone and with each interruption, for one launch and for eight at once: ${String(CELLS)} cases. In each the service's ledger of what is rented is compared with the state.`,
    `That runs in one process, on a clock that jumps. ${String(SAMPLED)} of the cases run with real processes as well, in which every kind of trouble meets every step and every interruption, and each of them one machine and eight: a program, a provider and an engine that are sent real signals, \`recover\` where it is needed, and the next \`pulumi up\`. Their service lives 33 times faster than the clock on the wall, while program and engine are watched in real time, so an interruption is noticed some requests later there; how soon it is noticed is what the cases on the jumping clock hold it to. Where the Pulumi CLI is found, some of them run on it too.`,
    "Beside these fixed cases a simulation makes random histories of commands, faults, kills, sleeping laptops and set clocks, lets the service heal and the user do what the messages say, and compares the ledger with the state again. 2,000 histories run with the tests; while this version was made more than 120,000 were run, and what they broke is fixed, or named with its reason among the bounds of the simulation (`test/simulation/bounds.ts`). `npm run simulate -- --seconds 600` looks for the next one.",
    "## What counts as evidence",
    "- **A doubt outlives the command.** A rent whose fate is not known is recorded with its label and time, whether the launch succeeds, is cancelled or fails. It stays for ten minutes, through `up`, `refresh` and Ctrl-C; `destroy` and a replacement wait for it, or fail and say so. Only a whole list that was started after those ten minutes ends it.",
    "- **Gone takes two witnesses.** An answer to a destroy, a read by id and a list are one witness each, and the same kind twice is one. A machine is gone where a read by id says so and a list that was started later does not show it; where there is no list, a second read, seconds later. In a machine's first minute what is not shown proves nothing.",
    "- **A list is whole or it is none.** Fewer rows than its own total, a page that leads nowhere or repeats itself: nothing is concluded.",
    "- **State belongs to one deployment and one account.** Both are recorded with each resource; with another of either nothing is read as gone, changed or destroyed.",
    "- **Deadlines are yours.** Discarding, confirming and searching end with `customTimeouts` and at most 30 s of grace, in which what is still rented is handed over to the state.",
    "## Troubles of the service and the machines",
    table(
      ["What goes wrong", "When", "What happens", "What you see", "What to do"],
      MATRIX_FAULTS.filter(({ name }) => name !== "none").flatMap(faultRows),
    ),
    "## Interruptions",
    table(
      ["What you do", "When", "What happens", "What you see", "What to do"],
      [...INTERRUPTIONS, ...PROCESS_INTERRUPTIONS].map(({ signal, moment, happens, seen, todo }) => [
        signal,
        moment,
        happens,
        seen,
        todo,
      ]),
    ),
    "The last three rows, which no clock in one process can play, are tried with real processes alone.",
    "A key in a label is a hash of organization, project, stack and URN. Two backends that are not a Pulumi Cloud, with stacks of the same project and name on one account, therefore make the same keys: `recover` and ORPHAN_FOUND cannot tell their machines apart, say so, and touch none that was not named while its resource has another machine in the state.",
    "## Answers that do not tell",
    "A request that changes something was sent, and its answer was lost, cut short or a 5xx. What became of it is decided by a look at the service.",
    table(
      ["Request", "Doubt", "Decision"],
      AMBIGUITY_ROWS.map(({ operation, doubt, decision }) => [operation, doubt, decision]),
    ),
    "A deployment that offers only the interface document has no list of instances. There a rent whose answer is lost stops the launch with ANSWER_LOST, and the error names the label to look for.",
  ]
    .join("\n\n")
    .concat("\n");
}

function faultRows(fault: MatrixFault): string[][] {
  const ends = Object.entries(fault.ends ?? {});
  const usual = [fault.name, fault.moment ?? "any request", fault.happens, ...seenAndTodo("ready")];
  const others = LAUNCH_STEPS.filter(({ name }) => fault.ends?.[name] === undefined);
  if (ends.length === 0) return [usual];
  return [
    ...LAUNCH_STEPS.flatMap(({ name, moment }) => {
      const end = fault.ends?.[name];
      return end === undefined ? [] : [[fault.name, moment, fault.happens, ...seenAndTodo(end)]];
    }),
    [fault.name, others.map(({ moment }) => moment).join(", or "), fault.happens, ...seenAndTodo("ready")],
  ];
}

function seenAndTodo(end: LaunchEnd): [string, string] {
  if (end === "ready") return ["A machine that runs, and a line for each that was given up.", "Nothing."];
  const code = end.split(" ", 1).join();
  return end.endsWith("(in the state)")
    ? [
        `Error ${code}. The machine is in the state, and billed.`,
        "Mend the cause that the error names, then `pulumi up` or `pulumi destroy`.",
      ]
    : [`Error ${code}. Nothing is rented.`, "Mend the cause that the error names, then `pulumi up`."];
}

/** A table as the formatter of the project writes it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
