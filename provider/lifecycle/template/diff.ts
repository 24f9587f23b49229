import { canonicalJson } from "../../rules/validation/canonical-json";
import type { Properties } from "../engine/engine-values";
import type { EngineDiff } from "../engine/engine-diff";
import { TEMPLATE_ARGUMENTS } from "../../state/output-names";
import { HIDDEN } from "../../state/hidden";

/**
 * Sends no request, and never replaces: every edit is made in place. What differs only because the last read saw somebody
 * else's edit is drift.
 */
export function diffTemplate(olds: Properties, news: Properties): EngineDiff {
  const differing = TEMPLATE_ARGUMENTS.filter(
    (name) => canonicalJson(olds[name]) !== canonicalJson(news[name]),
  );
  if (differing.length === 0) return { changes: false };
  const drifted = olds[HIDDEN.drift];
  const isDrift = Array.isArray(drifted) && differing.every((name) => drifted.includes(name));
  return isDrift ? { changes: true } : {};
}
