import type { ProviderClient } from "./provider-client";
import { ignoreChanges, pathContains } from "./property-path";
import { changedKeys, type PropertyMap } from "./property-values";
import type { ResourceState } from "./resource-state";

/** What separates a resource from its goal. */
export interface ResourceDiff {
  changes: boolean;
  /** The names that cannot change in place. */
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** Asks the provider; where it leaves the answer open, the old and new inputs are compared, `__provider` among them. */
export async function diffResource(
  provider: ProviderClient,
  old: ResourceState,
  news: PropertyMap,
  options: { ignored: string[]; replaceOnChanges: string[] },
): Promise<ResourceDiff> {
  const { changes, replaces, deleteBeforeReplace } = await provider.diff(old, news);
  if (changes !== undefined) return { changes, replaces, deleteBeforeReplace };
  const changed = changedKeys(old.inputs, ignoreChanges(news, old.inputs, options.ignored));
  const forced = changed.filter((key) => options.replaceOnChanges.some((path) => pathContains(path, key)));
  return {
    changes: changed.length > 0,
    replaces: changed.length > 0 ? [...new Set([...replaces, ...forced])] : replaces,
    deleteBeforeReplace,
  };
}
