import { FROM_TEMPLATE, type Arguments, type ChangeRow } from "./change-row";

const STOPPED: Arguments = { targetState: "stopped" };
const LABEL: Arguments = { label: "mine" };
const BID: Arguments = { search: { filters: { numGpus: 1 }, type: "bid" }, price: 0.3 };
const TEMPLATE: Arguments = { image: "acme/one", desc: "ours" };

/** A program that is not edited, of a machine or a template that somebody else changed. */
const drifted = (
  edit: string,
  drift: NonNullable<ChangeRow["drift"]>,
  args: Arguments,
  row: Omit<ChangeRow, "edit" | "drift">,
): ChangeRow => ({ edit, drift, before: args, after: args, ...row });

const templateOf = (verdict: NonNullable<ChangeRow["template"]>["verdict"]): Pick<ChangeRow, "template"> => ({
  template: { before: TEMPLATE, after: TEMPLATE, verdict },
});

/** What somebody else did, a refresh saw, and the next `up` does about it. */
export const DRIFT_ROWS: readonly ChangeRow[] = [
  drifted("the machine is relabelled", { action: "label", label: "theirs" }, LABEL, {
    verdict: "update",
    writes: ["label"],
    says: 'Repairs label: the service shows "theirs", "mine" is requested',
    onCli: true,
  }),
  drifted(
    "the default label is changed",
    { action: "label", label: "theirs" },
    {},
    {
      verdict: "update",
      writes: ["label"],
      says: "Repairs label",
    },
  ),
  drifted(
    "the machine is stopped",
    { action: "stop" },
    {},
    {
      verdict: "update",
      writes: ["state"],
      says: 'Repairs targetState: the service shows "stopped", "running" is requested',
      onCli: true,
    },
  ),
  drifted("a machine that is to be stopped is started", { action: "start" }, STOPPED, {
    verdict: "update",
    writes: ["state"],
    says: "Repairs targetState",
  }),
  drifted("the machine is rebooted", { action: "reboot" }, {}, { verdict: "same" }),
  drifted(
    "the machine is destroyed",
    { action: "destroy" },
    {},
    {
      verdict: "create",
      says: "Would rent 1x RTX 4090",
      onCli: true,
    },
  ),
  drifted(
    "the contract expires",
    { action: "expire" },
    {},
    {
      verdict: "replace, deleting first",
      says: "the machine's contract has expired",
    },
  ),
  drifted(
    "the container exits",
    { action: "break", status: "exited", statusMsg: "out of memory" },
    {},
    {
      verdict: "replace, deleting first",
      says: "the machine is dead: has exited: out of memory",
      onCli: true,
    },
  ),
  drifted("the host is offline", { action: "break", status: "offline" }, {}, { verdict: "same" }),
  drifted(
    "the container of a machine that is to be stopped exits",
    { action: "break", status: "exited" },
    STOPPED,
    {
      verdict: "same",
    },
  ),
  drifted(
    "a job ends",
    { action: "break", status: "exited" },
    { runtype: "args", argsStr: "--once" },
    {
      verdict: "same",
    },
  ),
  drifted("the bid is changed", { action: "bid", price: 0.36 }, BID, {
    verdict: "update",
    writes: ["bid"],
    says: "Repairs price",
  }),
  drifted("the machine is outbid", { action: "outbid", floor: 0.4 }, BID, {
    refresh: "warning",
    verdict: "same",
    says: "the machine was outbid: the machine's floor is now $0.4000/h",
    onCli: true,
  }),
  {
    edit: "the machine is outbid and the bid is raised",
    drift: { action: "outbid", floor: 0.4 },
    refresh: "warning",
    before: BID,
    after: { ...BID, price: 0.5 },
    verdict: "update",
    writes: ["bid", "state"],
    says: "the machine was outbid",
  },
  drifted(
    "a text of the template is edited",
    { action: "edit template", changes: { desc: "theirs" } },
    FROM_TEMPLATE,
    {
      ...templateOf("update"),
      verdict: "same",
      onCli: true,
    },
  ),
  drifted(
    "the image of the template is edited",
    { action: "edit template", changes: { image: "acme/theirs" } },
    FROM_TEMPLATE,
    {
      ...templateOf("update"),
      verdict: "same",
    },
  ),
  drifted("the template is deleted", { action: "delete template" }, FROM_TEMPLATE, {
    ...templateOf("create"),
    verdict: "same",
  }),
];
