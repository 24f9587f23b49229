import { z } from "zod";
import { idField } from "./fields";

const RENT = z.object({ new_contract: idField });

/** The id of the instance that was created. The reply's `instance_api_key` is dropped. */
export function parseRent(json: unknown): number | undefined {
  const reply = RENT.safeParse(json);
  return reply.success ? reply.data.new_contract : undefined;
}
