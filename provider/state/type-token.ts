/** The type tokens of our resources, as they are in every state. */
export const TYPE_TOKEN = {
  Instance: "pulumi-nodejs:dynamic/vastai:Instance",
  Template: "pulumi-nodejs:dynamic/vastai:Template",
} as const;

/** A kind of resource. */
export type ResourceKind = keyof typeof TYPE_TOKEN;
