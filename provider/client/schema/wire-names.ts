/** `gpuRam` to `gpu_ram`. Names that the service itself spells like ours stay. */
export function toWireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `gpu_ram` to `gpuRam`. */
export function fromWireName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** A copy with the service's names at the first level; unset fields are left out. */
export function toWireFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return renamed(fields, toWireName);
}

/** A copy with our names at the first level. */
export function fromWireFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return renamed(fields, fromWireName);
}

function renamed(
  fields: Readonly<Record<string, unknown>>,
  rename: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [rename(name), value]),
  );
}
