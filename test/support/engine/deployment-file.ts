import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

import {
  isMap,
  isSecret,
  mapProperties,
  propertyMap,
  SECRET,
  SIGNATURE_KEY,
  type PropertyMap,
  type PropertyValue,
} from "./property-values";
import { newResourceState, type PendingOperation, type ResourceState } from "./resource-state";

/** What the state of a stack holds between phases. */
export interface Deployment {
  resources: ResourceState[];
  pendingOperations: PendingOperation[];
}

const key = createHash("sha256").update("the secrets of the test engine").digest();

function encrypt(value: PropertyValue): PropertyValue {
  if (isSecret(value)) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(value["value"] ?? null)), cipher.final()]);
    const parts = [nonce, text, cipher.getAuthTag()].map((part) => part.toString("base64"));
    return { [SIGNATURE_KEY]: SECRET, ciphertext: `test:${parts.join(":")}` };
  }
  if (Array.isArray(value)) return value.map(encrypt);
  return isMap(value) ? mapProperties(value, encrypt) : value;
}

function decrypt(value: PropertyValue): PropertyValue {
  if (isSecret(value)) {
    const ciphertext = value["ciphertext"];
    if (typeof ciphertext !== "string") return plaintext(value);
    const [nonce, text, tag] = ciphertext
      .split(":")
      .slice(1)
      .map((part) => Buffer.from(part, "base64"));
    if (nonce === undefined || text === undefined || tag === undefined) {
      throw new Error("A secret of the state is not one of the test engine's own");
    }
    const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAuthTag(tag);
    const clear = Buffer.concat([decipher.update(text), decipher.final()]).toString();
    const parsed: unknown = JSON.parse(clear);
    return {
      [SIGNATURE_KEY]: SECRET,
      value: parsed === null ? null : (propertyMap({ parsed })["parsed"] ?? null),
    };
  }
  if (Array.isArray(value)) return value.map(decrypt);
  return isMap(value) ? mapProperties(value, decrypt) : value;
}

/** An exported state may also hold `plaintext`, the JSON text of a secret, written by hand. */
function plaintext(value: PropertyMap): PropertyValue {
  const text = value["plaintext"];
  if (typeof text !== "string") return value;
  const parsed: unknown = JSON.parse(text);
  return { [SIGNATURE_KEY]: SECRET, value: propertyMap({ parsed })["parsed"] ?? null };
}

function isDefault(value: PropertyValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isMap(value)) return Object.keys(value).length === 0;
  return value === "" || value === false;
}

function exportResource(resource: ResourceState): PropertyMap {
  const entries = Object.entries(propertyMap(resource)).filter(
    ([name, value]) => name === "custom" || !isDefault(value),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [name, name === "inputs" || name === "outputs" ? encrypt(value) : value]),
  );
}

function strings(value: PropertyValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function importResource(value: PropertyValue): ResourceState {
  if (!isMap(value)) throw new Error("A resource of the state is not an object");
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : "");
  const flag = (name: string) => value[name] === true;
  const map = (name: string) => (isMap(value[name]) ? value[name] : {});
  return {
    ...newResourceState(text("urn"), text("type")),
    custom: flag("custom"),
    id: text("id"),
    inputs: mapProperties(map("inputs"), decrypt),
    outputs: mapProperties(map("outputs"), decrypt),
    parent: text("parent"),
    provider: text("provider"),
    dependencies: strings(value["dependencies"]),
    propertyDependencies: Object.fromEntries(
      Object.entries(map("propertyDependencies")).map(([name, urns]) => [name, strings(urns)]),
    ),
    initErrors: strings(value["initErrors"]),
    additionalSecretOutputs: strings(value["additionalSecretOutputs"]),
    aliases: strings(value["aliases"]),
    ignoreChanges: strings(value["ignoreChanges"]),
    replaceOnChanges: strings(value["replaceOnChanges"]),
    hideDiff: strings(value["hideDiff"]),
    customTimeouts: Object.fromEntries(
      Object.entries(map("customTimeouts")).flatMap(([name, seconds]) =>
        typeof seconds === "number" ? [[name, seconds]] : [],
      ),
    ),
    deletedWith: text("deletedWith"),
    protect: flag("protect"),
    retainOnDelete: flag("retainOnDelete"),
    external: flag("external"),
    delete: flag("delete"),
    pendingReplacement: flag("pendingReplacement"),
  };
}

/** The exported form: secrets as ciphertext, defaults left out. */
export function exportDeployment(deployment: Deployment): PropertyMap {
  const operations = deployment.pendingOperations.map(({ type, resource }) => ({
    resource: exportResource(resource),
    type,
  }));
  return {
    version: 3,
    deployment: {
      manifest: { time: "", magic: "", version: "test engine" },
      resources: deployment.resources.map(exportResource),
      ...(operations.length === 0 ? {} : { pending_operations: operations }),
    },
  };
}

/** The inverse of `exportDeployment`. */
export function importDeployment(exported: PropertyMap): Deployment {
  const deployment = exported["deployment"];
  if (!isMap(deployment)) throw new Error("The state has no deployment");
  const list = (name: string) => (Array.isArray(deployment[name]) ? deployment[name] : []);
  return {
    resources: list("resources").map(importResource),
    pendingOperations: list("pending_operations").flatMap((operation) => {
      if (!isMap(operation)) return [];
      const type = (["creating", "updating", "deleting", "reading"] as const).find(
        (name) => name === operation["type"],
      );
      return type === undefined ? [] : [{ type, resource: importResource(operation["resource"] ?? null) }];
    }),
  };
}

/** Reads the state from its file; a missing file is an empty stack. */
export function readDeployment(path: string): Deployment {
  if (!existsSync(path)) return { resources: [], pendingOperations: [] };
  const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (typeof parsed !== "object" || parsed === null) throw new Error("The state is not an object");
  return importDeployment(propertyMap(parsed));
}

/** Writes the state so that a reader never sees half of it. */
export function writeDeployment(path: string, deployment: Deployment): void {
  writeFileSync(`${path}.new`, JSON.stringify(exportDeployment(deployment), null, 2));
  renameSync(`${path}.new`, path);
}
