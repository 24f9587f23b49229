import { text } from "../validation/argument-schemas";

/** Registry credentials. */
export interface ImageLogin {
  readonly user: string;
  readonly token: string;
  readonly registry: string;
}

const FORM = /^-u\s+(\S+)\s+-p\s+(\S+)\s+(\S+)$/;

/** Parses the service's form `-u <user> -p <token> <registry>`; undefined where the text has another form. */
export function parseImageLogin(login: string): ImageLogin | undefined {
  const [, user, token, registry] = FORM.exec(login.trim()) ?? [];
  if (user === undefined || token === undefined || registry === undefined) return undefined;
  return registry.startsWith("-") || token.startsWith("-") ? undefined : { user, token, registry };
}

/** Text of the form `-u <user> -p <token> <registry>`. The value is never part of the message. */
export const imageLoginSchema = text({
  also: (login) =>
    parseImageLogin(login) === undefined ? "to have the form `-u <user> -p <token> <registry>`" : undefined,
});
