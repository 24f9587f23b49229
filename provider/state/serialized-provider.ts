/**
 * What every resource passes to the engine as its `__provider`: a constant that loads the installed package when the
 * engine calls. It captures nothing, so no secret and no code of ours is written into a state, and an upgrade of the
 * package shows no change. The sub-path and the export names are in users' states forever.
 *
 * Contract: the SDK's dynamic provider process evaluates `requireFromString(text).handler()`.
 */
export const SERIALIZED_PROVIDER = {
  Instance: 'exports.handler = () => require("pulumi-vastai/provider").Instance;',
  Template: 'exports.handler = () => require("pulumi-vastai/provider").Template;',
} as const;
