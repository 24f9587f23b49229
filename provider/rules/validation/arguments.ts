import { containsUnknown, isUnknown } from "./unknown";

/**
 * The arguments for rules over several of them: each is absent, not known yet, or given. Empty text and an empty
 * list count as absent; a value of the wrong type, which has been reported already, counts as not known.
 */
export class Arguments {
  constructor(private readonly inputs: Readonly<Record<string, unknown>>) {}

  /** Certainly not given. */
  isAbsent(name: string): boolean {
    const value = this.inputs[name];
    return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  }

  /** Given, with a value that is not known yet. */
  isUnknown(name: string): boolean {
    return containsUnknown(this.inputs[name]);
  }

  /** Given, and known to be given. */
  isGiven(name: string): boolean {
    return !this.isAbsent(name) && !isUnknown(this.inputs[name]);
  }

  /** Whether the value is known to be this one. */
  is(name: string, value: boolean | string): boolean {
    return this.inputs[name] === value;
  }

  /** Text that is not empty. */
  text(name: string): string | undefined {
    const value = this.inputs[name];
    return typeof value === "string" && value !== "" && !isUnknown(value) ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.inputs[name];
    return typeof value === "number" ? value : undefined;
  }

  /** The elements that are known, of a list that is; undefined where there is no such list. */
  list(name: string): readonly unknown[] | undefined {
    const value = this.inputs[name];
    return Array.isArray(value) ? value.filter((item: unknown) => !isUnknown(item)) : undefined;
  }

  value(name: string): unknown {
    return this.inputs[name];
  }
}
