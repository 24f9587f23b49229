import type { BadInput } from "./bad-input";
import { BAD_INSTANCES } from "./bad-instance.cases";
import { BAD_MARKETS } from "./bad-market.cases";
import { BAD_TEMPLATES } from "./bad-template.cases";

/**
 * Mistakes in arguments with the exact messages, as data: the rules are tested against it, and so is the provider behind the
 * engine. "hunter2" stands for a secret and is in no message. A template's row leaves out the name, which has a default.
 */
export const BAD_INPUTS: readonly BadInput[] = [...BAD_TEMPLATES, ...BAD_INSTANCES, ...BAD_MARKETS];
