import { z } from "zod";
import { flag, number, objectOf, oneOf, optional, orUnknown, text } from "../validation/argument-schemas";
import { readArguments } from "../validation/check-arguments";
import { dockerOptionsSchema } from "../container/docker-options";
import { environmentSchema } from "../container/environment";
import { extraFiltersSchema } from "./extra-filters";
import { imageSchema } from "../container/image-reference";
import { onstartSchema } from "../container/onstart-schema";
import { portsSchema } from "../container/port-mapping";
import { LEAST_DISK_GB } from "../service-facts";

const tagSchema = text({
  max: 128,
  also: (tag) => (/[\s/]/.test(tag) ? "to be a tag alone" : undefined),
});

const linkSchema = text({
  max: 2048,
  also: (link) =>
    link === "" || /^https?:\/\/[^\s/]+\S*$/i.test(link) ? undefined : "to be an http or https link",
});

/**
 * The arguments of a `Template`, each on its own. `private` is true where it is not given; filters and ports come out
 * in their canonical spelling. Limits that the service does not document refuse what is implausible.
 */
export const templateInputsSchema = objectOf({
  name: orUnknown(text({ isFilled: true, max: 200 })),
  image: orUnknown(imageSchema),
  tag: optional(tagSchema),
  desc: optional(text({ max: 10_000 })),
  readme: optional(text({ max: 100_000 })),
  env: optional(environmentSchema()),
  ports: optional(portsSchema),
  dockerOptions: optional(dockerOptionsSchema),
  onstart: optional(onstartSchema),
  runtype: optional(oneOf(["ssh", "jupyter", "args"])),
  argsStr: optional(text({ max: 4096 })),
  sshDirect: optional(flag()),
  useSsh: optional(flag()),
  jupDirect: optional(flag()),
  jupyterDir: optional(text({ max: 4096 })),
  useJupyterLab: optional(flag()),
  dockerLoginRepo: optional(text({ max: 1024 })),
  dockerLoginUser: optional(text({ max: 1024 })),
  dockerLoginPass: optional(text({ max: 32_768 })),
  href: optional(linkSchema),
  repo: optional(text({ max: 1024 })),
  extraFilters: optional(extraFiltersSchema),
  recommendedDiskSpace: optional(number({ min: LEAST_DISK_GB, unit: " GB" })),
  private: orUnknown(flag()).default(true),
  // Any object: the service's pages read it, nothing else does.
  volumeInfo: optional(z.record(z.string(), z.unknown())),
});

/** The arguments of a `Template`, checked. */
export type TemplateInputs = Readonly<z.output<typeof templateInputsSchema>>;

/** The arguments among the properties of a template. */
export function parseTemplateInputs(properties: Readonly<Record<string, unknown>>): TemplateInputs {
  return readArguments(templateInputsSchema, { ...properties, private: properties["private"] ?? true });
}
