import { z } from "zod";
import type { OfferQuery } from "./offer-query";
import { checkOfferQuery } from "./offer-query-schema";
import { RUNTYPES } from "./runtype";

const offerQuerySchema = z.custom<OfferQuery>((value) => checkOfferQuery(value, "search").length === 0);

/** One query or several, as a list. */
export const instanceSearchSchema = z
  .union([z.array(offerQuerySchema), offerQuerySchema])
  .transform((search): readonly OfferQuery[] => (Array.isArray(search) ? search : [search]));

const text = z.string().optional();
const flag = z.boolean().optional();

/**
 * Checked arguments as they come back from the engine, with their types. Mistakes were reported by `check`, in its own
 * words; hidden inputs are passed over.
 */
const instanceInputsSchema = z.object({
  image: text,
  template: text,
  templateHashId: text,
  env: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  onstart: text,
  runtype: z.enum(RUNTYPES).optional(),
  args: z.array(z.string()).optional(),
  argsStr: text,
  useJupyterLab: flag,
  jupyterDir: text,
  pythonUtf8: flag,
  langUtf8: flag,
  user: text,
  imageLogin: text,
  vm: flag,
  disk: z.number().optional(),
  volumeInfo: z
    .object({ volumeId: z.number(), mountPath: z.string() })
    .optional(),
  force: flag,
  cancelUnavail: flag,
  search: instanceSearchSchema.optional(),
  offerIds: z.array(z.number()).optional(),
  maxHourlyPriceUsd: z.number().optional(),
  price: z.number().optional(),
  label: text,
  targetState: z.enum(["running", "stopped"]).optional(),
  launch: z
    .object({
      attempts: z.number().optional(),
      loadTimeoutSeconds: z.number().optional(),
      waitFor: z.enum(["running", "ports", "none"]).optional(),
      ignoreOrphans: z.boolean().optional(),
    })
    .optional(),
});

/** Checked arguments, with `search` as a list and the template's hash under one name. */
export type OrderedInputs = Omit<z.infer<typeof instanceInputsSchema>, "template">;

/** The arguments among the properties of an instance. */
export function parseInstanceInputs(properties: Readonly<Record<string, unknown>>): OrderedInputs {
  const { template, ...inputs } = instanceInputsSchema.parse(properties);
  return { ...inputs, templateHashId: template ?? inputs.templateHashId };
}
