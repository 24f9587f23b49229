import { Struct } from "google-protobuf/google/protobuf/struct_pb";

/** A value as it travels between program, engine and provider: JSON, with Pulumi's marked objects among it. */
export type PropertyValue = null | boolean | number | string | PropertyValue[] | PropertyMap;
/** The inputs or outputs of a resource. */
export interface PropertyMap {
  [key: string]: PropertyValue;
}

/** What stands for a value that is not known yet in a preview. */
export const UNKNOWN_VALUE = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** The key that tells a marked object from a plain one. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
/** The mark of a secret: `{ [SIGNATURE_KEY]: SECRET, value }`. */
export const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const RESOURCE_REFERENCE = "5cf8f73096256a8f31e491e813e4eb8e";
const OUTPUT_VALUE = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** Whether a value is an object and no list. */
export function isMap(value: PropertyValue | undefined): value is PropertyMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value carries the secret mark itself. */
export function isSecret(value: PropertyValue | undefined): value is PropertyMap {
  return isMap(value) && value[SIGNATURE_KEY] === SECRET;
}

/** Whether a secret stands anywhere inside. */
export function containsSecret(value: PropertyValue): boolean {
  if (isSecret(value)) return true;
  if (Array.isArray(value)) return value.some(containsSecret);
  return isMap(value) && Object.values(value).some(containsSecret);
}

/** Whether an unknown stands anywhere inside. */
export function containsUnknown(value: PropertyValue): boolean {
  if (value === UNKNOWN_VALUE) return true;
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isMap(value) && Object.values(value).some(containsUnknown);
}

/** The same value with the secret mark, once. */
export function makeSecret(value: PropertyValue): PropertyMap {
  return isSecret(value) ? value : { [SIGNATURE_KEY]: SECRET, value };
}

/** Applies `change` to every value from the leaves up. */
export function mapValues(
  value: PropertyValue,
  change: (value: PropertyValue) => PropertyValue,
): PropertyValue {
  if (Array.isArray(value)) return change(value.map((item) => mapValues(item, change)));
  if (isMap(value)) return change(mapProperties(value, (item) => mapValues(item, change)));
  return change(value);
}

/** A map of the same keys with changed values. */
export function mapProperties(
  map: PropertyMap,
  change: (value: PropertyValue, key: string) => PropertyValue,
): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}

function plainly(value: PropertyValue): PropertyValue {
  if (!isMap(value)) return value;
  if (value[SIGNATURE_KEY] === SECRET) return value["value"] ?? null;
  if (value[SIGNATURE_KEY] === RESOURCE_REFERENCE) return value["id"] ?? value["urn"] ?? null;
  return value;
}

/** What a dynamic provider gets: secrets in plain text and resources as their ids. */
export function forProvider(map: PropertyMap): PropertyMap {
  return mapProperties(map, (value) => mapValues(value, plainly));
}

/** What a program sent, with output values turned into plain, secret or unknown ones. */
export function fromProgram(map: PropertyMap): PropertyMap {
  return mapProperties(map, (value) =>
    mapValues(value, (item) => {
      if (!isMap(item) || item[SIGNATURE_KEY] !== OUTPUT_VALUE) return item;
      const known = item["value"] ?? UNKNOWN_VALUE;
      return item["secret"] === true ? makeSecret(known) : known;
    }),
  );
}

/** Marks as secret what has the name of a secret in `sources`: a dynamic provider never sends the mark back itself. */
export function annotateSecrets(map: PropertyMap, sources: PropertyMap): PropertyMap {
  return mapProperties(map, (value, key) => {
    const source = sources[key];
    if (source === undefined) return value;
    if (isMap(value) && isMap(source) && !isSecret(value) && !isSecret(source))
      return annotateSecrets(value, source);
    return containsSecret(source) ? makeSecret(value) : value;
  });
}

/** Equality by content, in any order of keys. */
export function isEqual(left: PropertyValue | undefined, right: PropertyValue | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  }
  if (isMap(left) && isMap(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => isEqual(left[key], right[key]));
  }
  return left === right;
}

/** The names whose values differ, secrets compared by content. */
export function changedKeys(left: PropertyMap, right: PropertyMap): string[] {
  const [before, after] = [forProvider(left), forProvider(right)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !isEqual(before[key], after[key])).toSorted();
}

/** Reads a value of unknown origin as a property value; what JSON cannot hold is an error. */
export function propertyValue(value: unknown): PropertyValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.map(propertyValue);
  if (typeof value === "object") return propertyMap(value);
  throw new Error(`A property cannot hold a ${typeof value}`);
}

/** Reads an object of unknown origin as a property map. */
export function propertyMap(value: object): PropertyMap {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, propertyValue(item)]));
}

/** From the wire; an absent struct is an empty map. */
export function fromStruct(struct: Struct | undefined): PropertyMap {
  return struct === undefined ? {} : propertyMap(struct.toJavaScript());
}

/** To the wire. */
export function toStruct(map: PropertyMap): Struct {
  return Struct.fromJavaScript(map);
}
