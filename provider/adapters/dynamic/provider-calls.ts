import { engineError } from "../../lifecycle/engine/engine-error";
import { numberOf, stringOf, stringsOf, type Properties } from "../../lifecycle/engine/engine-values";
import { lastMoment, timeIsOver, withinDeadline, type Operation } from "../../lifecycle/session/operation";
import type { ReceivedFacts } from "../../lifecycle/engine/program-facts";
import { reportFor, type Report } from "../../lifecycle/engine/progress";
import type { ProviderHost } from "./provider-host";
import { ownerIn } from "../../lifecycle/session/owner";
import type { Session } from "../../lifecycle/session/session";
import type { ReadConfig } from "../../lifecycle/settings/settings";
import { timeoutMs } from "../../lifecycle/settings/timeouts";
import { noteWave } from "./waves";
import { HIDDEN } from "../../state/hidden";

/** The engine's own settings object, as `configure` is given it. */
export interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

const noConfig: ReadConfig = () => undefined;

/** What every call of the engine has around it, whatever the resource. */
export class ProviderCalls {
  constructor(private readonly host: ProviderHost) {}

  /** Keeps the configuration and does nothing else: an asynchronous configure loses the race of parallel deletes. */
  configure({ config }: ConfigureRequest): Promise<void> {
    this.host.state().config = (key) => config.get(`vastai:${key}`);
    return Promise.resolve();
  }

  /** Runs one call of the engine on a resource, with everything that such a call needs. */
  async operate<T>(
    kind: "create" | "update" | "delete" | "read",
    properties: Properties,
    work: (operation: Operation) => Promise<T>,
  ): Promise<T> {
    const { host } = this;
    const state = host.state();
    const controller = new AbortController();
    try {
      host.watch();
      const session = this.session();
      if (kind === "create") noteWave(state, properties, host.clock.now(), this.reporter(properties));
      // A delete ends a cost: neither a program that ends nor a cancelled update may stop it.
      if (kind !== "delete") state.operations.add(controller);
      const { clock } = session;
      const deadline = clock.now() + timeoutMs(properties, kind === "read" ? "update" : kind);
      const last = { signal: controller.signal, deadline: lastMoment({ deadline }) };
      const report = this.reporter(properties);
      return await withinDeadline(
        clock,
        last,
        (signal) => work({ session, report, signal, deadline }),
        timeIsOver(),
      );
    } catch (error) {
      throw engineError(error);
    } finally {
      state.operations.delete(controller);
    }
  }

  /** The session of this process. @throws MISSING_API_KEY, INVALID_SETTING */
  session(): Session {
    return this.host.session(this.host.state().config ?? noConfig);
  }

  /** Remembers what `check` is told of the program, and watches it. */
  noteProgram(facts: ReceivedFacts, inputs: Properties): void {
    const { host } = this;
    const state = host.state();
    if (facts.pid !== undefined) state.programPid = facts.pid;
    const token = stringOf(inputs[HIDDEN.token]);
    if (token !== undefined) {
      state.namedTokens.add(token);
      state.checks.set(token, { at: host.clock.now(), inFlight: state.operations.size });
    }
    host.watch();
  }

  /** Whatever the state knows is no orphan, and says which account the program's resources belong to. */
  noteState(state: Properties): void {
    const { namedTokens, namedInstances, recordedOwners } = this.host.state();
    const token = stringOf(state[HIDDEN.token]);
    if (token !== undefined) namedTokens.add(token);
    for (const predecessor of stringsOf(state[HIDDEN.predecessors])) namedTokens.add(predecessor);
    const instanceId = numberOf(state["instanceId"]);
    if (instanceId !== undefined) namedInstances.add(instanceId);
    const owner = ownerIn(state);
    if (owner.account !== undefined || owner.baseUrl !== undefined)
      recordedOwners.set(JSON.stringify(owner), owner);
  }

  /** Says a permanent line in the row of a resource. */
  reporter(properties: Properties): Report {
    return reportFor(stringOf(properties[HIDDEN.urn]), this.host.send);
  }
}
