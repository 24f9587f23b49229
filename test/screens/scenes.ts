import type { Emulator } from "../../provider/emulator/start-emulator";
import type { Terminal } from "./terminal";

/** What is typed, and what of it is kept. */
export interface Scene {
  /** Name of the file, without its extension. */
  readonly file: string;
  readonly title: string;
  readonly example: string;
  /** What makes the title true, in the text before the terminal wraps it. */
  readonly shows: readonly RegExp[];
  readonly play: (terminal: Terminal, emulator: Emulator) => Promise<string>;
}

/** Columns of the terminals that every scene is played in. */
export const WIDTHS = [80, 120] as const;

const UP = "pulumi up --yes --skip-preview";

async function run(terminal: Terminal, command: string): Promise<string> {
  await terminal.type(command);
  return terminal.result();
}

/** What is worth seeing before one's own first launch. */
export const SCENES: readonly Scene[] = [
  {
    file: "preview",
    title: "Preview of a launch",
    example: "quickstart",
    shows: [/Would rent 1x RTX 4090, \$\d\.\d{4}\/h with 32 GB, Sweden \(12 match\)/, /\+ 3 to create/],
    play: async (terminal) => run(terminal, "pulumi preview"),
  },
  {
    file: "preview-no-offer",
    title: "Preview where nothing matches",
    example: "quickstart",
    shows: [
      /No offer matches the query now: `maxHourlyPriceUsd` <= \$0\.2000\/h excludes all 12 offers/,
      /\+ 3 to create/,
    ],
    play: async (terminal) => {
      await run(terminal, "sed -i 's/maxHourlyPriceUsd: 0.6/maxHourlyPriceUsd: 0.2/' index.ts; echo edited");
      return run(terminal, "pulumi preview");
    },
  },
  {
    file: "preview-replacement",
    title: "Preview of an edit that replaces a running machine",
    example: "quickstart",
    shows: [
      /Replaces the machine: numGpus: the rented machine has 1, the query now needs >= 2/,
      /Would rent 2x RTX 4090/,
      /\+-1 to replace/,
    ],
    play: async (terminal) => {
      await run(terminal, UP);
      await run(terminal, "sed -i 's/numGpus: 1,/numGpus: { gte: 2 },/' index.ts; echo edited");
      return run(terminal, "pulumi preview");
    },
  },
  {
    file: "up-eight-machines",
    title: "Eight machines in mid-launch",
    example: "fleet",
    shows: Array.from(
      { length: 8 },
      (_, index) => new RegExp(`Instance +worker-${index} +creat(ing|ed) \\(`),
    ),
    play: async (terminal, emulator) => {
      await run(terminal, "pulumi config set machines 8; echo set");
      await terminal.type(`${UP} --parallel 16`);
      await terminal.until(() => emulator.ledger().rented >= 6);
      return terminal.screen();
    },
  },
  {
    file: "up-done",
    title: "One machine up, a host discarded on the way",
    example: "quickstart",
    shows: [
      /Discarded instance \d+ on machine \d+: it lost its host: host lost\. It was destroyed after \d+ s/,
      /sshCommand +: "ssh -p \d+ root@/,
      /\+ 3 created/,
    ],
    play: async (terminal, emulator) => {
      emulator.faults.order({ kind: "host", status: "offline", statusMsg: "host lost" });
      return run(terminal, UP);
    },
  },
  {
    file: "up-failed",
    title: "The same mistake on two hosts",
    example: "quickstart",
    shows: [
      /Two machines failed for the same reason, .*; nothing is left running\. .* \[HOST_FAILED\]/,
      /2 errored/,
    ],
    play: async (terminal, emulator) => {
      const statusMsg = "Error response from daemon: manifest for pytorch/pytorch:9 not found";
      emulator.faults.order({ kind: "host", status: "exited", statusMsg, times: 2 });
      return run(terminal, UP);
    },
  },
  {
    file: "up-cancelled",
    title: "Ctrl-C while a machine loads",
    example: "quickstart",
    shows: [
      /\^C received; cancelling/,
      /Instance \d+, rented \d+ s ago .*, is in the state and billed; .* \[CANCELLED\]/,
    ],
    play: async (terminal, emulator) => {
      await terminal.type(UP);
      await terminal.until(() => emulator.ledger().rentals.some(({ status }) => status === "loading"));
      terminal.press("C-c");
      return terminal.result();
    },
  },
];
