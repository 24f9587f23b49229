import type { Arguments, ChangeRow } from "./change-row";

const LAUNCH = (attempts: number): Arguments => ({ launch: { attempts } });

/** Edits of how hard a launch tries, which nobody is told, and of what can be changed in place. */
export const STATE_ROWS: readonly ChangeRow[] = [
  { edit: "launch is set", after: LAUNCH(2), verdict: "update" },
  { edit: "launch is changed", before: LAUNCH(2), after: LAUNCH(9), verdict: "update", onCli: true },
  { edit: "launch is removed", before: LAUNCH(2), verdict: "update" },
  { edit: "cancelUnavail is set", after: { cancelUnavail: false }, verdict: "update" },
  {
    edit: "cancelUnavail is changed",
    before: { cancelUnavail: true },
    after: { cancelUnavail: false },
    verdict: "update",
  },
  { edit: "cancelUnavail is removed", before: { cancelUnavail: true }, verdict: "update" },
  { edit: "force is set", after: { force: true }, verdict: "update" },
  { edit: "force is changed", before: { force: true }, after: { force: false }, verdict: "update" },
  { edit: "force is removed", before: { force: true }, verdict: "update" },
  {
    edit: "customTimeouts are set",
    options: { after: { customTimeouts: { delete: "3m" } } },
    verdict: "update",
    onCli: true,
  },
  {
    edit: "customTimeouts are changed",
    options: { before: { customTimeouts: { delete: "3m" } }, after: { customTimeouts: { delete: "4m" } } },
    verdict: "update",
  },
  {
    edit: "customTimeouts are removed",
    options: { before: { customTimeouts: { delete: "3m" } } },
    verdict: "update",
  },

  { edit: "a label is set", after: { label: "mine" }, verdict: "update", writes: ["label"], onCli: true },
  {
    edit: "the label is changed",
    before: { label: "mine" },
    after: { label: "yours" },
    verdict: "update",
    writes: ["label"],
  },
  { edit: "the label is removed", before: { label: "mine" }, verdict: "update", writes: ["label"] },
  {
    edit: "the label is not known yet",
    before: { label: "mine" },
    after: { label: { $late: "yours" } },
    verdict: "update",
    writes: ["label"],
  },
  {
    edit: "the machine is to stop",
    after: { targetState: "stopped" },
    verdict: "update",
    writes: ["state"],
    onCli: true,
  },
  {
    edit: "the machine is to run again",
    before: { targetState: "stopped" },
    after: { targetState: "running" },
    verdict: "update",
    writes: ["state"],
  },
  { edit: "that the machine is to run is spelled out", after: { targetState: "running" }, verdict: "same" },
  {
    edit: "label, state and image are changed together",
    before: { label: "mine" },
    after: { label: "yours", image: "acme/two" },
    verdict: "replace",
    writes: ["rent", "label", "destroy"],
    says: "image",
  },
];
