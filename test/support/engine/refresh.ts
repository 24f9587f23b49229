import type { PhaseContext } from "./phase-context";
import type { StepRecord } from "./phase-events";
import { changedKeys } from "./property-values";
import { diffResource } from "./resource-diff";
import type { ResourceState } from "./resource-state";
import { markSecretOutputs } from "./step-executor";

/** Reads every resource, in parallel, and puts what it finds into the state. */
export async function refreshAll(context: PhaseContext): Promise<void> {
  await Promise.all(
    context.snapshot.untouched().map((old) =>
      context.inTurn(async () => {
        const record = context.events.step("refresh", old.urn, old.type);
        try {
          await refreshOne(context, old, record);
        } catch (error) {
          record.failed = true;
          context.fail(error instanceof Error ? error.message : String(error), old.urn);
        }
      }),
    ),
  );
  forgetTheGone(context);
}

async function refreshOne(context: PhaseContext, old: ResourceState, record: StepRecord): Promise<void> {
  record.found = "same";
  if (!old.custom || old.type.startsWith("pulumi:providers:") || old.pendingReplacement) return;
  const provider = await context.provider();
  const { id, outputs, inputs } = await provider.read(old, old.outputs);
  if (id === "") {
    record.found = "delete";
    context.snapshot.remove(old);
    return;
  }
  const now: ResourceState = { ...old, id, outputs, inputs: inputs ?? old.inputs, initErrors: [] };
  markSecretOutputs(now);
  const isChanged = old.external
    ? changedKeys(old.outputs, now.outputs).length > 0
    : (await diffResource(provider, now, old.inputs, { ignored: old.ignoreChanges, replaceOnChanges: [] }))
        .changes;
  if (isChanged) record.found = "update";
  context.snapshot.exchange(old, now);
}

function forgetTheGone(context: PhaseContext): void {
  const resources = context.snapshot.resources();
  const urns = new Set(resources.map(({ urn }) => urn));
  for (const resource of resources) {
    resource.dependencies = resource.dependencies.filter((urn) => urns.has(urn));
    for (const [key, needed] of Object.entries(resource.propertyDependencies)) {
      resource.propertyDependencies[key] = needed.filter((urn) => urns.has(urn));
    }
  }
  context.snapshot.write();
}
