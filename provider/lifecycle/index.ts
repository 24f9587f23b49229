import type * as pulumi from "@pulumi/pulumi";
import { checkInstance } from "./instance/check";
import { createInstance } from "./instance/create";
import { diffInstance } from "./instance/diff";
import { MarketPreview } from "./instance/preview-market";
import { readInstance } from "./instance/read";
import { removeInstance } from "./instance/remove";
import { updateInstance } from "./instance/update";
import { engineError } from "./engine-error";
import { stringOf, stringsOf, type Properties } from "./engine-values";
import { explainChange } from "./instance/explain-change";
import { processState } from "./process-state";
import { receivedFacts } from "./program-facts";
import { configure, currentSession, noteProgram, operate, reporter } from "./provider-calls";
import { checkTemplate } from "./template/check";
import { createTemplate } from "./template/create";
import { diffTemplate } from "./template/diff";
import { readTemplate } from "./template/read";
import { removeTemplate } from "./template/remove";
import { updateTemplate } from "./template/update";

/** What the text in every state asks for by this name: a wire format. */
export const Instance: pulumi.dynamic.ResourceProvider<Properties, Properties> = {
  configure,

  check: async (olds, news) =>
    settled(async () => {
      const { inputs, failures, facts } = checkInstance(olds, news);
      noteProgram(facts, inputs);
      // Only a preview looks at the market, and only for a machine that is to be rented.
      const isNew = olds["__token"] === undefined;
      if (facts.preview && isNew && failures.length === 0) await previewMarket(inputs);
      return { inputs, failures };
    }),

  diff: async (_id, olds, news) =>
    settled(() => {
      noteState(olds);
      const { change, ...diff } = diffInstance(olds, news);
      explainChange(change, reporter(news), processState().programPid !== undefined);
      return diff;
    }),

  create: async (inputs) => operate("create", inputs, async (operation) => createInstance(operation, inputs)),

  read: async (id, props = {}) => {
    const facts = receivedFacts(props);
    return operate("read", props, async (operation) => readInstance(operation, id, props, facts.get));
  },

  update: async (id, olds, news) =>
    operate("update", news, async (operation) => ({ outs: await updateInstance(operation, id, olds, news) })),

  delete: async (id, props) => {
    noteState(props);
    await operate("delete", props, async (operation) => removeInstance(operation, id, props));
  },
};

/** What the text in every state asks for by this name: a wire format. */
export const Template: pulumi.dynamic.ResourceProvider<Properties, Properties> = {
  configure,

  check: async (olds, news) =>
    settled(() => {
      const { inputs, failures, facts } = checkTemplate(olds, news);
      noteProgram(facts, inputs);
      return { inputs, failures };
    }),

  diff: async (_id, olds, news) =>
    settled(() => {
      noteState(olds);
      return diffTemplate(olds, news);
    }),

  create: async (inputs) => operate("create", inputs, async (operation) => createTemplate(operation, inputs)),

  read: async (id, props = {}) => {
    const facts = receivedFacts(props);
    return operate("read", props, async (operation) => readTemplate(operation, id, props, facts.get));
  },

  update: async (id, olds, news) =>
    operate("update", news, async (operation) => ({ outs: await updateTemplate(operation, id, olds, news) })),

  delete: async (id, props) =>
    operate("delete", props, async (operation) => removeTemplate(operation, id, props)),
};

/** Whatever the state knows is no orphan, and says which account the program's resources belong to. */
function noteState(state: Properties): void {
  const { namedTokens, recordedAccounts } = processState();
  const token = stringOf(state["__token"]);
  if (token !== undefined) namedTokens.add(token);
  for (const predecessor of stringsOf(state["__predecessors"])) namedTokens.add(predecessor);
  const account = state["__account"];
  if (typeof account === "number") recordedAccounts.add(account);
}

/** A preview never fails because of the market, or because it cannot be asked. */
async function previewMarket(inputs: Properties): Promise<void> {
  const report = reporter(inputs);
  try {
    await new MarketPreview(currentSession()).look(inputs, report);
  } catch (error) {
    report.note(
      `Could not look at the market: ${error instanceof Error ? error.message : String(error)}`,
      "warning",
    );
  }
}

async function settled<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw engineError(error);
  }
}
