/**
 * Names of properties that no program reads or writes. They are in users' states forever: never rename one, never give one
 * another meaning, and keep reading what older versions wrote.
 */
export const HIDDEN = {
  /** What loads the provider (`SERIALIZED_PROVIDER`). */
  provider: "__provider",
  /** What a resource's class knows of its program. `check` removes it: it is never in a state. */
  program: "__program",
  /** Of the resource: its URN, its name, its `customTimeouts`, and the arguments that the program marked secret. */
  urn: "__urn",
  resourceName: "__resourceName",
  timeouts: "__timeouts",
  secrets: "__secrets",

  /** The launch token of an instance. */
  token: "__token",
  /** What an instance needs of its template before that one is created, and the fingerprint of what it launches. */
  template: "__template",
  templateLaunchHash: "__templateLaunchHash",
  /** The name that was generated for a template. */
  autoName: "__autoName",

  /** The requested values of the arguments whose outputs show the service's own view. */
  asked: "__asked",
  /** The account and the base URL that a resource belongs to. */
  account: "__account",
  baseUrl: "__baseUrl",
  /** The arguments of a template that somebody else changed, as of the last read. */
  drift: "__drift",

  /** The label that an instance was rented with. */
  launchLabel: "__launchLabel",
  /** The deployment cannot set labels: the requested one will always be missing, which is no drift. */
  labelUnsupported: "__labelUnsupported",
  /** What was recorded of the offer when it was rented, for later queries. */
  offer: "__offer",
  /** The phase of the machine (`StatePhase`), and the reason. */
  phase: "__phase",
  reason: "__reason",
  /** When it was rented, in ms of the service's time; and its disk, in GB. */
  rentedAt: "__rentedAt",
  disk: "__disk",
  /** Launch tokens of earlier machines that were still in the state when it was rented: they are no orphans. */
  predecessors: "__predecessors",
  /** Rents whose answers were lost, and whose machines may show up yet. */
  unconfirmedRents: "__unconfirmedRents",
  /** Until 0.1.0: the labels of those rents. */
  lostRents: "__lostRents",
  /** Other machines of this resource, left by an interrupted launch. */
  orphans: "__orphans",
} as const;

/** Inputs that no diff shows: they say who declares a resource, not what is requested. */
export const HIDDEN_INPUTS = [
  HIDDEN.provider,
  HIDDEN.program,
  HIDDEN.template,
  HIDDEN.templateLaunchHash,
  HIDDEN.token,
  HIDDEN.urn,
  HIDDEN.timeouts,
  HIDDEN.resourceName,
  HIDDEN.secrets,
] as const;

/** Hidden outputs of an instance: what later calls need to know. */
export const HIDDEN_INSTANCE_OUTPUTS = [
  HIDDEN.asked,
  HIDDEN.launchLabel,
  HIDDEN.labelUnsupported,
  HIDDEN.offer,
  HIDDEN.account,
  HIDDEN.phase,
  HIDDEN.reason,
  HIDDEN.rentedAt,
  HIDDEN.disk,
  HIDDEN.predecessors,
  HIDDEN.lostRents,
  HIDDEN.baseUrl,
  HIDDEN.unconfirmedRents,
  HIDDEN.orphans,
] as const;
