import { text } from "../validation/argument-schemas";

/** Longest image name the service takes, in characters. Source: the service's request limits. */
export const IMAGE_LIMIT = 1024;

/** The parts of a docker image name. */
export interface ImageReference {
  /** registry and path, without tag and digest */
  readonly repository: string;
  readonly tag?: string;
  /** `sha256:…` */
  readonly digest?: string;
}

/**
 * Parses `registry:5000/path/name:tag@sha256:…`. The service's own `image:@vastai-automatic-tag` has the tag
 * `@vastai-automatic-tag`.
 */
export function parseImage(image: string): ImageReference {
  const digestAt = image.indexOf("@sha256:");
  const named = digestAt < 0 ? image : image.slice(0, digestAt);
  const digest = digestAt < 0 ? {} : { digest: image.slice(digestAt + 1) };
  const colon = named.indexOf(":", named.lastIndexOf("/") + 1);
  if (colon < 0) return { repository: named, ...digest };
  return { repository: named.slice(0, colon), tag: named.slice(colon + 1), ...digest };
}

/**
 * The canonical spelling: `x`, `x:latest`, and `x` with the tag argument `latest` are the same. An empty tag
 * counts as none.
 */
export function canonicalImage(image: string, tag?: string): string {
  const { repository, tag: ownTag, digest } = parseImage(image.trim());
  if (digest !== undefined) return `${repository}@${digest}`;
  return `${repository}:${ownTag ?? (tag === undefined || tag === "" ? "latest" : tag)}`;
}

/** A docker image name, 1 to 1024 characters. */
export const imageSchema = text({
  isFilled: true,
  max: IMAGE_LIMIT,
  also: (image) => {
    if (/^[a-z]+:\/\//i.test(image)) return "to be an image name without a scheme";
    return /\s/.test(image) ? "to be an image name without white space" : undefined;
  },
});
