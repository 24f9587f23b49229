import type { AcceptRequest } from "./accept-request";
import { toWireFields } from "./wire-names";

/** The body of a rent. `env` and `ports` become one object, a port being the key `-p host:container` with value "1". */
export function toAcceptBody(request: AcceptRequest): Record<string, unknown> {
  const { env, ports, volumeInfo, ...fields } = request;
  const joined = { ...env, ...Object.fromEntries((ports ?? []).map((port) => [`-p ${port}`, "1"])) };
  return {
    ...toWireFields(fields),
    ...(Object.keys(joined).length === 0 ? {} : { env: joined }),
    ...(volumeInfo === undefined ? {} : { volume_info: toWireFields({ createNew: false, ...volumeInfo }) }),
  };
}

/** The parts of a rent that must not show in an error: values of variables, and the registry login. */
export function secretsOfAccept({ env, imageLogin }: AcceptRequest): string[] {
  const login = imageLogin === undefined ? [] : [imageLogin, ...valuesAfterFlag(imageLogin)];
  return [...Object.values(env ?? {}), ...login];
}

function valuesAfterFlag(login: string): string[] {
  return [...login.matchAll(/(?:^|\s)(?:-p|--password)[\s=]+(\S+)/g)].map(([, value]) => value ?? "");
}
