import { z } from "zod";
import {
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  orUnknown,
  text,
} from "../validation/argument-schemas";
import { readArguments } from "../validation/check-arguments";
import { ENTRY_LIMIT, environmentSchema } from "../container/environment";
import { imageLoginSchema } from "../container/image-login";
import { imageSchema } from "../container/image-reference";
import { LABEL_LIMIT, parseLaunchLabel } from "./launch-token";
import { onstartSchema } from "../container/onstart-schema";
import { portsSchema } from "../container/port-mapping";
import { RUNTYPES } from "../container/runtype";
import { searchSchema } from "../offer/search-schema";
import { LEAST_DISK_GB } from "../service-facts";
import { isUnknown } from "../validation/unknown";

const templateHashSchema = text({
  isFilled: true,
  max: 256,
  also: (hash) => (/^\d{1,20}$/.test(hash) ? "to be a template's hash, not its numeric id" : undefined),
});

const labelSchema = text({
  isFilled: true,
  max: LABEL_LIMIT,
  also: (label) =>
    parseLaunchLabel(label) === undefined ? undefined : "not to end like a launch token of this provider",
});

const NO_OFFERS =
  "`offerIds` is empty: the search that it comes from found no offer. Widen that search, or describe the machine in `search`";

const offerIdsSchema = z.array(orUnknown(number({ min: 1, isWhole: true }))).superRefine(
  (ids, context) => {
    if (ids.length === 0) context.addIssue(NO_OFFERS);
    ids.forEach((id, index) => {
      const first = ids.indexOf(id);
      if (first === index || isUnknown(id)) return;
      const message = `\`offerIds[${index}]\` names offer ${id} again, after \`offerIds[${first}]\``;
      context.addIssue({ code: "custom", message, path: [index] });
    });
  },
  { when: ({ value }) => Array.isArray(value) },
);

/** Creating a volume is refused until it can be tracked and deleted. */
const createNewSchema = z.literal(false, {
  error: ({ input }) =>
    input === true
      ? "`volumeInfo.createNew` is not supported: a volume created with a machine could be neither tracked nor deleted, " +
        "and would keep billing. Create the volume first, and link it by its `volumeId`"
      : "to be true or false",
});

const pathSchema = text({
  isFilled: true,
  also: (path) => (path.startsWith("/") ? undefined : "to be an absolute path"),
});

const volumeInfoSchema = objectOf({
  createNew: optional(createNewSchema),
  mountPath: orUnknown(pathSchema),
  volumeId: orUnknown(number({ min: 1, isWhole: true })),
});

const launchSchema = objectOf({
  attempts: optional(number({ min: 1, max: 20, isWhole: true })),
  loadTimeoutSeconds: optional(number({ min: 30, max: 86_400, unit: " seconds" })),
  waitFor: optional(oneOf(["running", "ports", "none"])),
  ignoreOrphans: optional(flag()),
});

/**
 * The arguments of an `Instance`, each on its own. `templateHashId` is the hash of the template, whichever of
 * `template` and `templateHashId` gave it; `search` becomes a list of queries in their canonical spelling, and
 * ports in theirs.
 */
export const instanceInputsSchema = objectOf({
  image: optional(imageSchema),
  templateHashId: optional(templateHashSchema),
  env: optional(environmentSchema({ entry: ENTRY_LIMIT })),
  ports: optional(portsSchema),
  onstart: optional(onstartSchema),
  runtype: optional(oneOf(RUNTYPES)),
  args: optional(listOf(text())),
  argsStr: optional(text()),
  useJupyterLab: optional(flag()),
  jupyterDir: optional(text({ isFilled: true, max: 4096 })),
  pythonUtf8: optional(flag()),
  langUtf8: optional(flag()),
  user: optional(text({ isFilled: true, max: 256 })),
  imageLogin: optional(imageLoginSchema),
  vm: optional(flag()),
  disk: optional(number({ min: LEAST_DISK_GB, unit: " GB" })),
  volumeInfo: optional(volumeInfoSchema),
  force: optional(flag()),
  cancelUnavail: optional(flag()),
  search: optional(searchSchema),
  offerIds: optional(offerIdsSchema),
  maxHourlyPriceUsd: optional(number({ above: 0 })),
  price: optional(number({ min: 0.001, max: 128, unit: " $/h" })),
  label: optional(labelSchema),
  targetState: optional(oneOf(["running", "stopped"])),
  launch: optional(launchSchema),
});

/** The arguments of an `Instance`, checked and normalized. */
export type InstanceInputs = Readonly<z.output<typeof instanceInputsSchema>>;

/** The arguments among the properties of an instance, with the template's hash under one name. */
export function parseInstanceInputs(properties: Readonly<Record<string, unknown>>): InstanceInputs {
  const { template = properties["templateHashId"], search } = properties;
  return readArguments(instanceInputsSchema, {
    ...properties,
    templateHashId: template,
    search: search === undefined || Array.isArray(search) ? search : [search],
  });
}
