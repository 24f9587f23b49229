import { z } from "zod";
import { checkFilters } from "./offer-filter-check";
import type { OfferFilters } from "./offer-query";
import type { TemplateInputs } from "./template-inputs";

const text = z.string().exactOptional();
const flag = z.boolean().exactOptional();

/** Checked arguments of a template as they come back from the engine, with their types. */
const templateInputsSchema = z.object({
  name: z.string(),
  image: z.string(),
  tag: text,
  desc: text,
  readme: text,
  env: z.record(z.string(), z.string()).exactOptional(),
  ports: z.array(z.string()).exactOptional(),
  dockerOptions: text,
  onstart: text,
  runtype: z.enum(["ssh", "jupyter", "args"]).exactOptional(),
  argsStr: text,
  sshDirect: flag,
  useSsh: flag,
  jupDirect: flag,
  jupyterDir: text,
  useJupyterLab: flag,
  dockerLoginRepo: text,
  dockerLoginUser: text,
  dockerLoginPass: text,
  href: text,
  repo: text,
  extraFilters: z
    .custom<OfferFilters>((value) => checkFilters(value, "extraFilters").length === 0)
    .exactOptional(),
  recommendedDiskSpace: z.number().exactOptional(),
  private: z.boolean(),
  volumeInfo: z.record(z.string(), z.unknown()).exactOptional(),
}) satisfies z.ZodType<TemplateInputs>;

/** The arguments among the properties of a template. */
export function parseTemplateInputs(properties: Readonly<Record<string, unknown>>): TemplateInputs {
  return templateInputsSchema.parse(properties);
}
