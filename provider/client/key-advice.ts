import type { EndpointName } from "./endpoints";
import type { CallFacts } from "./call-facts";

/** What to do about a key that the service does not accept. */
export function keyAdvice({ keySource }: CallFacts): string {
  const looked =
    keySource === undefined ? "the setting `vastai:apiKey` or VAST_API_KEY" : `the key from ${keySource}`;
  return (
    `Check ${looked}. \`pulumi refresh\` and \`pulumi destroy\` use the configuration stored in the state: ` +
    "after a change of the key, pass `--run-program`."
  );
}

/** The key permission that an operation needs, by the service's name. */
export function permissionFor(name: EndpointName): string {
  switch (name) {
    case "searchOffers":
      return "misc";
    case "getInstance":
    case "listInstances":
      return "instance_read";
    case "findTemplates":
    case "getAccount":
    case "countSshKeys":
      return "user_read";
    case "createTemplate":
    case "editTemplate":
    case "deleteTemplate":
      return "user_write";
    case "acceptOffer":
    case "destroyInstance":
    case "destroyInstances":
    case "setInstanceState":
    case "setInstanceLabel":
    case "changeBid":
      return "instance_write";
  }
}
