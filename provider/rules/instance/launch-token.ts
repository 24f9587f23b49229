import { createHash } from "node:crypto";

/** The identity of a resource, across updates: the same for every launch of it. */
export interface ResourceIdentity {
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
  readonly urn: string;
}

/** The parts of a launch label. */
export interface LaunchLabel {
  /** `pvai-<key>-<random>` */
  readonly token: string;
  /** The resource it belongs to: `resourceKey` of its identity. */
  readonly key: string;
  /** 1 for the first machine of a launch */
  readonly attempt: number;
}

/** Longest label the service takes when an instance is created, in characters. */
export const LABEL_LIMIT = 256;

const PREFIX = "pvai";
const RANDOM_CHARACTERS = 10;
const RANDOM_BYTES = 8;
const ADOPTION_MARK = "adpt";
const ADOPTION_DIGITS = RANDOM_CHARACTERS - ADOPTION_MARK.length;
/** A service may change the case of a label, or write other separators. */
const LABEL_END = /(?:^|[^0-9a-z])pvai[-_ ]([0-9a-f]{12})[-_ ]([0-9a-z]{10})[-._ ]([1-9][0-9]{0,8})$/;

/** Twelve hex digits that identify a resource; the same for every launch of it. */
export function resourceKey({ organization, project, stack, urn }: ResourceIdentity): string {
  const text = JSON.stringify([organization, project, stack, urn]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/**
 * A token that no other launch has: `pvai-<12 hex>-<10 base36>`. The first part names the resource, the second is made
 * of `random`, of which at least 8 bytes are needed and the first 8 are used.
 */
export function makeToken(identity: ResourceIdentity, random: Uint8Array): string {
  if (random.length < RANDOM_BYTES) {
    throw new RangeError(
      `Expected at least ${RANDOM_BYTES} random bytes for a launch token, got ${random.length}`,
    );
  }
  const value = random.subarray(0, RANDOM_BYTES).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const digits = (value % 36n ** BigInt(RANDOM_CHARACTERS)).toString(36).padStart(RANDOM_CHARACTERS, "0");
  return `${PREFIX}-${resourceKey(identity)}-${digits}`;
}

/** Whether the text is a launch token. */
export function isToken(text: string): boolean {
  return parseLaunchLabel(`${text}.1`)?.token === text;
}

/** The resource that a launch token belongs to: `resourceKey` of its identity. undefined for any other text. */
export function keyOfToken(token: string): string | undefined {
  return parseLaunchLabel(`${token}.1`)?.key;
}

/**
 * The label that one machine of a launch carries: `<name>-<token>.<attempt>`, at most 256 characters; the name is cut
 * to fit, never within a surrogate pair.
 */
export function launchLabel(name: string, token: string, attempt: number): string {
  const end = `${token}.${attempt}`;
  let room = LABEL_LIMIT - end.length - 1;
  // An unpaired first half of a pair would not survive the round trip to the service.
  if (name.length > room && /[\uD800-\uDBFF]/.test(name.charAt(room - 1))) room -= 1;
  const begin = name.slice(0, room).trim();
  return begin === "" ? end : `${begin}-${end}`;
}

/**
 * The token of a machine that `recover` leaves to the next launch of its resource: of the resource's key, and, in the
 * place of the random part, made of the machine's own number, so that no two machines share one and none is taken for
 * another machine's.
 */
export function adoptionToken(key: string, instanceId: number): string {
  const digits = (instanceId % 36 ** ADOPTION_DIGITS).toString(36).padStart(ADOPTION_DIGITS, "0");
  return `${PREFIX}-${key}-${ADOPTION_MARK}${digits}`;
}

/** Whether the machine with this number carries a token by which it is left to the next launch of its resource. */
export function isAdoptionToken(token: string, instanceId: number): boolean {
  const key = keyOfToken(token);
  return key !== undefined && token === adoptionToken(key, instanceId);
}

/** The label by which a machine is left to the next launch of its resource; what precedes the old token stays. */
export function adoptionLabel(label: string, instanceId: number): string | undefined {
  const launch = parseLaunchLabel(label);
  const name = nameInLabel(label);
  if (launch === undefined || name === undefined) return undefined;
  return launchLabel(name, adoptionToken(launch.key, instanceId), launch.attempt);
}

/** The resource's name at the beginning of a launch label, truncated where it was long; undefined for any other label. */
export function nameInLabel(label: string): string | undefined {
  const launch = parseLaunchLabel(label);
  if (launch === undefined) return undefined;
  return label.trim().slice(0, -`${launch.token}.${launch.attempt}`.length).replace(/-$/, "");
}

/** Parses a launch label, however the service writes it; undefined for any other label. */
export function parseLaunchLabel(label: string): LaunchLabel | undefined {
  const [, key, random, attempt] = LABEL_END.exec(label.trim().toLowerCase()) ?? [];
  if (key === undefined || random === undefined || attempt === undefined) return undefined;
  return { token: `${PREFIX}-${key}-${random}`, key, attempt: Number(attempt) };
}
