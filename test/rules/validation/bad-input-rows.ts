import type { CheckFailure } from "../../../provider/rules/validation/check-failure";
import type { BadInput } from "./bad-input";

export const search = { filters: { gpuName: ["RTX 4090"] } };
export const bidSearch = { ...search, type: "bid" };

/** An instance without mistakes, to which a row adds its own. */
const instance = { image: "acme/trainer:1", search };

/** A template without mistakes, to which a row adds its own; `name` has a default. */
const template = { image: "acme/trainer" };

export function badInstance(title: string, args: object, failures: readonly CheckFailure[]): BadInput {
  return { resource: "Instance", title, args: { ...instance, ...args }, failures };
}

export function badTemplate(title: string, args: object, failures: readonly CheckFailure[]): BadInput {
  return { resource: "Template", title, args: { ...template, ...args }, failures };
}

export function one(property: string, reason: string): readonly CheckFailure[] {
  return [{ property, reason }];
}
