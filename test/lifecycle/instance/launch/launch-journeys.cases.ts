import type { EmulatorOptions } from "../../../../provider/emulator/model/emulator-options";
import type { FaultOrder } from "../../../../provider/emulator/model/fault-kinds";
import { ANY_SEARCH, type Properties } from "../../../support/start-world";

/** How a journey ends: ready, or with a code; machines rented in all, and left. */
export type JourneyEnd = readonly [end: string, rented: number, live: number];

/** One launch in a world with faults, on a whole deployment and on one that offers only the API specification. */
export interface LaunchJourney {
  readonly name: string;
  readonly args?: Properties;
  readonly options?: Pick<EmulatorOptions, "accounts" | "lifecycle" | "listLagSeconds">;
  readonly faults?: readonly FaultOrder[];
  readonly ends: JourneyEnd;
  /** Where the API specification alone does not allow as much: what happens then, and why. */
  readonly interfaceOnly?: { readonly ends: JourneyEnd; readonly why: string };
}

const ACCEPT = { endpoint: "asks.accept" };
const NO_LIST = "no list of instances to look the label up in: the launch stops and names the label";
const NO_IMAGE = "Error response from daemon: manifest for nobody/nothing:1 not found: manifest unknown";

/** The launches of the first way through the house. */
export const LAUNCH_JOURNEYS: readonly LaunchJourney[] = [
  { name: "nothing goes wrong", ends: ["ready", 1, 1] },
  {
    name: "seven offers gone, the eighth rented",
    faults: [{ kind: "offer-gone", times: 7 }],
    ends: ["ready", 1, 1],
  },
  {
    name: "offers gone as 410",
    faults: [{ kind: "offer-gone", form: "410", times: 2 }],
    ends: ["ready", 1, 1],
  },
  {
    name: "offers gone as 400",
    faults: [{ kind: "offer-gone", form: "400", times: 2 }],
    ends: ["ready", 1, 1],
  },
  {
    name: "two hosts exit, the third runs",
    faults: [{ kind: "host", status: "exited", times: 2 }],
    ends: ["ready", 3, 1],
  },
  {
    name: "a host without a sign of life",
    faults: [{ kind: "host", status: "unknown" }],
    ends: ["ready", 2, 1],
  },
  { name: "a host that is offline", faults: [{ kind: "host", status: "offline" }], ends: ["ready", 2, 1] },
  {
    name: "the same missing image on two hosts",
    faults: [{ kind: "host", status: "created", statusMsg: NO_IMAGE, times: "always" }],
    ends: ["HOST_FAILED", 2, 0],
  },
  {
    name: "stuck in loading",
    args: { launch: { loadTimeoutSeconds: 60 } },
    faults: [{ kind: "host", status: "loading" }],
    ends: ["ready", 2, 1],
  },
  {
    name: "answer lost after the rent",
    faults: [{ kind: "drop", match: ACCEPT }],
    ends: ["ready", 1, 1],
    interfaceOnly: { ends: ["ANSWER_LOST", 1, 1], why: NO_LIST },
  },
  {
    name: "answer lost after the rent, and a list that lags",
    options: { listLagSeconds: 30 },
    faults: [{ kind: "drop", match: ACCEPT }],
    ends: ["ready", 1, 1],
    interfaceOnly: { ends: ["ANSWER_LOST", 1, 1], why: NO_LIST },
  },
  {
    name: "500 before the rent",
    faults: [{ kind: "status", status: 500, match: ACCEPT }],
    ends: ["ready", 1, 1],
    interfaceOnly: { ends: ["ANSWER_LOST", 0, 0], why: NO_LIST },
  },
  {
    name: "500 after the rent",
    faults: [{ kind: "status", status: 500, when: "after", match: ACCEPT }],
    ends: ["ready", 1, 1],
    interfaceOnly: { ends: ["ANSWER_LOST", 1, 1], why: NO_LIST },
  },
  {
    name: "429 for the rent",
    faults: [{ kind: "too-frequent", threshold: 6, times: 2, match: ACCEPT }],
    ends: ["ready", 1, 1],
  },
  {
    name: "an error that carries new_contract",
    faults: [{ kind: "error-with-contract" }],
    ends: ["ready", 2, 1],
  },
  {
    name: "another GPU delivered",
    faults: [{ kind: "delivers", offer: { gpu_name: "GTX 1050" } }],
    ends: ["ready", 2, 1],
  },
  {
    name: "more than the price delivered",
    faults: [{ kind: "delivers", offer: { dph_base: 9 } }],
    ends: ["ready", 2, 1],
  },
  {
    name: "an args job that finishes",
    args: { runtype: "args", args: ["true"] },
    options: { lifecycle: { loadSeconds: 14.1, jobSeconds: 0.1 } },
    ends: ["ready", 1, 1],
  },
  { name: 'targetState "stopped"', args: { targetState: "stopped" }, ends: ["ready", 1, 1] },
  { name: "a bid", args: { search: { ...ANY_SEARCH, type: "bid" }, price: 2 }, ends: ["ready", 1, 1] },
  {
    name: "a bid that the service does not honour",
    args: { search: { ...ANY_SEARCH, type: "bid" }, price: 2 },
    faults: [{ kind: "delivers", isBid: false }],
    ends: ["ready", 2, 1],
  },
  {
    name: "a virtual machine without an SSH key",
    args: { vm: true },
    options: { accounts: [{ id: 4001, apiKey: "emulator-key", sshKeys: [] }] },
    ends: ["NO_SSH_KEY", 0, 0],
  },
  {
    name: "a destroy that is refused",
    faults: [
      { kind: "host", status: "exited" },
      { kind: "session-expired", times: "always", match: { endpoint: "instances.destroy" } },
    ],
    ends: ["DESTROY_FAILED", 1, 1],
  },
  {
    name: "no credit",
    options: { accounts: [{ id: 4001, apiKey: "emulator-key", credit: 0 }] },
    ends: ["INSUFFICIENT_CREDIT", 0, 0],
  },
];
