/**
 * What every resource hands to the engine as its `__provider`: a constant that loads the installed package when the
 * engine calls. It captures nothing, so no secret and no code of ours is written into a state, and an upgrade of the
 * package shows no change. The sub-path and the export names are a wire format: they are in users' states for ever.
 *
 * Contract: the SDK's dynamic provider process evaluates `requireFromString(text).handler()`.
 */
export const HAND_OVER = {
  Instance: 'exports.handler = () => require("pulumi-vastai/provider").Instance;',
  Template: 'exports.handler = () => require("pulumi-vastai/provider").Template;',
} as const;

/** The type tokens of our resources, as they stand in every state. */
export const TYPE_TOKEN = {
  Instance: "pulumi-nodejs:dynamic/vastai:Instance",
  Template: "pulumi-nodejs:dynamic/vastai:Template",
} as const;

/** Inputs that no diff shows: they say who hands over, not what is wanted. */
export const HIDDEN_INPUTS = [
  "__provider",
  "__program",
  "__template",
  "__templateLaunchHash",
  "__token",
  "__urn",
  "__timeouts",
  "__resourceName",
  "__secrets",
] as const;
