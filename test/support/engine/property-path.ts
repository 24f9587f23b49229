import { isMap, type PropertyMap, type PropertyValue } from "./property-values";

type Key = string | number;

/** Splits `a.b[0]["c.d"]` into its keys; `*` stays as it is. */
export function parsePropertyPath(path: string): Key[] {
  return [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+|\*)\]|([^.[\]]+)/g)].map(
    ([, quoted, index, plain]) => {
      if (quoted !== undefined) return quoted.replaceAll('\\"', '"');
      if (index !== undefined) return index === "*" ? "*" : Number(index);
      return plain ?? "";
    },
  );
}

/** Whether what stands at `path` is within what `outer` names. */
export function pathContains(outer: string, path: string): boolean {
  const [whole, part] = [parsePropertyPath(outer), parsePropertyPath(path)];
  return whole.length <= part.length && whole.every((key, index) => key === "*" || key === part[index]);
}

function child(value: PropertyValue | undefined, key: Key): PropertyValue | undefined {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isMap(value) ? value[key] : undefined;
}

function keysOf(value: PropertyValue | undefined): Key[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  return isMap(value) ? Object.keys(value) : [];
}

function reset(
  old: PropertyValue | undefined,
  now: PropertyValue | undefined,
  path: Key[],
): PropertyValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return old;
  if (key === "*") {
    return [...new Set([...keysOf(old), ...keysOf(now)])].reduce<PropertyValue | undefined>(
      (value, each) => reset(old, value, [each, ...rest]),
      now,
    );
  }
  const value = reset(child(old, key), child(now, key), rest);
  if (Array.isArray(now) && typeof key === "number") {
    return value === undefined || key >= now.length ? now : now.with(key, value);
  }
  if (!isMap(now)) return now;
  const others = Object.entries(now).filter(([name]) => name !== String(key));
  return Object.fromEntries(value === undefined ? others : [...others, [String(key), value]]);
}

/** `inputs` with what each path names set back to its old value. */
export function ignoreChanges(inputs: PropertyMap, oldInputs: PropertyMap, paths: string[]): PropertyMap {
  let result: PropertyMap = inputs;
  for (const path of paths) {
    const value = reset(oldInputs, result, parsePropertyPath(path));
    if (isMap(value)) result = value;
  }
  return result;
}
