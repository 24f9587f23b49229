import type { ServiceClient } from "../../client/service-client";

/**
 * Destroys when nobody can record a result any more, and the process has seconds left: everything to be destroyed in the
 * same turn of the event loop goes in one request, ahead of pacing; a deployment without such a request gets them one
 * by one.
 */
export class LastDestroys {
  private readonly ids = new Set<number>();
  private batch: Promise<"destroyed" | "gone"> | undefined;

  constructor(private readonly client: Pick<ServiceClient, "destroyInstance" | "destroyInstances">) {}

  /** Sends the destroy; whether the machine is gone has to be read afterwards. */
  async destroy(id: number): Promise<"destroyed" | "gone"> {
    this.ids.add(id);
    this.batch ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => this.send());
    try {
      return await this.batch;
    } catch {
      return this.client.destroyInstance(id, { isUrgent: true });
    }
  }

  private async send(): Promise<"destroyed" | "gone"> {
    const ids = [...this.ids];
    this.ids.clear();
    this.batch = undefined;
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) return this.client.destroyInstance(only, { isUrgent: true });
    await this.client.destroyInstances(ids, { isUrgent: true });
    return "destroyed";
  }
}
