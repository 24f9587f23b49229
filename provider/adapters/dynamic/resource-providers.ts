import type * as pulumi from "@pulumi/pulumi";
import type { CheckFailure } from "../../rules/validation/check-failure";
import { checkInstance } from "../../lifecycle/instance/check";
import { createInstance } from "../../lifecycle/instance/launch/create";
import { diffInstance } from "../../lifecycle/instance/diff";
import { MarketPreview } from "../../lifecycle/instance/preview-market";
import { readInstance } from "../../lifecycle/instance/read";
import { removeInstance } from "../../lifecycle/instance/remove";
import { updateInstance } from "../../lifecycle/instance/update";
import { engineError } from "../../lifecycle/engine/engine-error";
import { engineFailures } from "../../lifecycle/engine/engine-failures";
import { numberOf, stringOf, type Properties } from "../../lifecycle/engine/engine-values";
import { explainChange } from "../../lifecycle/instance/explain-change";
import { receivedFacts } from "../../lifecycle/engine/program-facts";
import { ProviderCalls, type ConfigureRequest } from "./provider-calls";
import type { Report } from "../../lifecycle/engine/progress";
import type { ProviderHost } from "./provider-host";
import { accessFailure, checkAccess, requirePreviewedOwner } from "../../lifecycle/session/preview-access";
import type { Session } from "../../lifecycle/session/session";
import { checkTemplate } from "../../lifecycle/template/check";
import { createTemplate } from "../../lifecycle/template/create";
import { diffTemplate } from "../../lifecycle/template/diff";
import { readTemplate } from "../../lifecycle/template/read";
import { removeTemplate } from "../../lifecycle/template/remove";
import { updateTemplate } from "../../lifecycle/template/update";
import { HIDDEN } from "../../state/hidden";

type DynamicProvider = pulumi.dynamic.ResourceProvider<Properties, Properties>;

/** Everything that the engine calls on our resources. */
export interface ResourceProviders {
  readonly Instance: DynamicProvider;
  readonly Template: DynamicProvider;
}

/** The resources' providers, in one process. */
export function resourceProviders(host: ProviderHost): ResourceProviders {
  const calls = new ProviderCalls(host);
  return { Instance: instanceProvider(host, calls), Template: templateProvider(host, calls) };
}

function instanceProvider(host: ProviderHost, calls: ProviderCalls): DynamicProvider {
  return {
    configure: (request: ConfigureRequest) => calls.configure(request),

    check: async (olds, news) =>
      settled(async () => {
        const { inputs, failures, facts } = checkInstance(olds, news, host.randomBytes);
        calls.noteProgram(facts, inputs);
        const { previewTotal } = host.state();
        previewTotal.expect(facts.instances);
        // Only a preview searches the market, and only for a machine that is to be rented.
        const isNew = olds[HIDDEN.token] === undefined;
        if (!facts.preview || !isNew || failures.length > 0)
          return { inputs, failures: engineFailures(failures, inputs) };
        const look = async (session: Session, report: Report): Promise<CheckFailure[]> =>
          new MarketPreview(session).look(inputs, report);
        const found = await previewed(calls, inputs, look);
        if (facts.urn !== undefined) previewTotal.close(facts.urn, host.send);
        return { inputs, failures: found };
      }),

    diff: async (_id, olds, news) =>
      settled(async () => {
        calls.noteState(olds);
        await previewedOwner(host, calls, news);
        const { change, ...diff } = diffInstance(olds, news);
        explainChange(change, calls.reporter(news), host.state().programPid !== undefined);
        // A replacement is checked once more, and counts as what would be rented for it.
        const urn = stringOf(news[HIDDEN.urn]);
        if (change.effect !== "replace" && urn !== undefined) {
          const { previewTotal } = host.state();
          previewTotal.addKept(urn, numberOf(olds["hourlyCostUsd"]));
          previewTotal.close(urn, host.send);
        }
        return diff;
      }),

    create: async (inputs) =>
      calls.operate("create", inputs, async (operation) => createInstance(operation, inputs)),

    read: async (id, props = {}) => {
      const facts = receivedFacts(props);
      return calls.operate("read", props, async (operation) => readInstance(operation, id, props, facts.get));
    },

    update: async (id, olds, news) =>
      calls.operate("update", news, async (operation) => ({
        outs: await updateInstance(operation, id, olds, news),
      })),

    delete: async (id, props) => {
      calls.noteState(props);
      await calls.operate("delete", props, async (operation) => removeInstance(operation, id, props));
    },
  };
}

function templateProvider(host: ProviderHost, calls: ProviderCalls): DynamicProvider {
  return {
    configure: (request: ConfigureRequest) => calls.configure(request),

    check: async (olds, news) =>
      settled(async () => {
        const { inputs, failures, facts } = checkTemplate(olds, news, host.randomBytes);
        calls.noteProgram(facts, inputs);
        const isNew = olds[HIDDEN.urn] === undefined;
        if (!facts.preview || !isNew || failures.length > 0)
          return { inputs, failures: engineFailures(failures, inputs) };
        return { inputs, failures: await previewed(calls, inputs, checkAccess) };
      }),

    diff: async (_id, olds, news) =>
      settled(async () => {
        calls.noteState(olds);
        await previewedOwner(host, calls, news);
        return diffTemplate(olds, news);
      }),

    create: async (inputs) =>
      calls.operate("create", inputs, async (operation) => createTemplate(operation, inputs)),

    read: async (id, props = {}) => {
      const facts = receivedFacts(props);
      return calls.operate("read", props, async (operation) => readTemplate(operation, id, props, facts.get));
    },

    update: async (id, olds, news) =>
      calls.operate("update", news, async (operation) => ({
        outs: await updateTemplate(operation, id, olds, news),
      })),

    delete: async (id, props) =>
      calls.operate("delete", props, async (operation) => removeTemplate(operation, id, props)),
  };
}

/** A preview fails where the settings or the credentials cannot be used, and for no other trouble with the service. */
async function previewed(
  calls: ProviderCalls,
  inputs: Properties,
  look: (session: Session, report: Report) => Promise<CheckFailure[]>,
): Promise<CheckFailure[]> {
  const report = calls.reporter(inputs);
  try {
    const session = calls.session();
    session.process.previewsCreation = true;
    const failures = await look(session, report);
    if (failures.length === 0) await requirePreviewedOwner(session, report);
    return failures;
  } catch (error) {
    const failure = accessFailure(error);
    if (failure !== undefined) return [failure];
    report.note(
      `Could not ask the service: ${error instanceof Error ? error.message : String(error)}`,
      "warning",
    );
    return [];
  }
}

/** A resource that the state knows may come after one that a preview would create: both have to be of one owner. */
async function previewedOwner(host: ProviderHost, calls: ProviderCalls, news: Properties): Promise<void> {
  if (host.state().previewsCreation) await requirePreviewedOwner(calls.session(), calls.reporter(news));
}

async function settled<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw engineError(error);
  }
}
