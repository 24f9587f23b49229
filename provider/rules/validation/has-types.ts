import { z } from "zod";
import { isRecord } from "./is-record";
import { isUnknown } from "./unknown";

/** The types behind schemas of our own kind, which zod cannot know. */
export const customTypes = z.registry<{ readonly type: "text" | "object" | "object or list of objects" }>();

/** Whether a value has the types of a schema, whatever its limits. What is not known yet has every type. */
export function hasTypes<S extends z.core.$ZodType>(schema: S, value: unknown): value is z.output<S> {
  return isUnknown(value) || isOfKind(schema, value);
}

function isOfKind(schema: z.core.$ZodType, value: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return value === undefined || hasTypes(schema.unwrap(), value);
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => hasTypes(option, value));
  if (schema instanceof z.ZodPipe) return hasTypes(schema.in, value);
  if (schema instanceof z.ZodString) return typeof value === "string";
  if (schema instanceof z.ZodNumber) return typeof value === "number";
  if (schema instanceof z.ZodBoolean) return typeof value === "boolean";
  if (schema instanceof z.ZodEnum) return schema.options.some((word) => word === value);
  if (schema instanceof z.ZodLiteral) return schema.safeParse(value).success;
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) && value.every((item) => hasTypes(schema.element, item));
  if (schema instanceof z.ZodRecord)
    return isRecord(value) && Object.values(value).every((item) => hasTypes(schema.valueType, item));
  if (schema instanceof z.ZodObject)
    return (
      isRecord(value) && Object.entries(schema.shape).every(([name, part]) => hasTypes(part, value[name]))
    );
  if (schema instanceof z.ZodUnknown) return true;
  switch (customTypes.get(schema)?.type) {
    case "text":
      return typeof value === "string";
    case "object":
      return isRecord(value);
    case "object or list of objects":
      return isRecord(value) || (Array.isArray(value) && value.every(isRecord));
    case undefined:
      return false;
  }
}
