import type * as pulumi from "@pulumi/pulumi";

/** What the program gives. */
interface Inputs {
  image: string;
  disk: number;
  runtype: string;
  onstart?: string;
  env?: Record<string, string>;
  label: string;
  gpuName: string;
  numGpus: number;
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/**
 * The measure of the benchmark: a plain dynamic provider, as somebody who knows Pulumi and has read the interface document
 * writes it in an afternoon. It searches, tries one offer after another, waits until the machine runs, destroys and
 * draws again when the host is bad, and waits and asks again when the service says "too frequent", twice as long each time.
 *
 * `rentEverySeconds` is what its author adds after the first run with many instances: a queue for the rents.
 */
export class BaselineProvider implements pulumi.dynamic.ResourceProvider<Inputs> {
  /** Made at the first rent: a promise cannot be serialised with the provider. */
  private queue: Promise<unknown> | undefined;

  constructor(private readonly rentEverySeconds?: number) {}

  check(_olds: Inputs, news: Inputs): Promise<pulumi.dynamic.CheckResult<Inputs>> {
    const failures = [];
    if (!news.image) failures.push({ property: "image", reason: "image is required" });
    if (news.disk < 8) failures.push({ property: "disk", reason: "disk must be at least 8" });
    return Promise.resolve({ inputs: news, failures });
  }

  diff(_id: string, olds: Inputs, news: Inputs): Promise<pulumi.dynamic.DiffResult> {
    const names = ["image", "disk", "runtype", "onstart", "env", "label", "gpuName", "numGpus"] as const;
    const replaces = names.filter((name) => JSON.stringify(olds[name]) !== JSON.stringify(news[name]));
    return Promise.resolve({ changes: replaces.length > 0, replaces });
  }

  async create(inputs: Inputs): Promise<pulumi.dynamic.CreateResult> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      const { body } = await this.request("POST", "/api/v0/bundles/", {
        gpu_name: { in: [inputs.gpuName] },
        num_gpus: { gte: inputs.numGpus },
        verified: { eq: true },
        rentable: { eq: true },
        type: "ondemand",
        limit: 64,
      });
      const offers = (body["offers"] as { id: number; dph_total: number }[]).sort(
        (a, b) => a.dph_total - b.dph_total,
      );
      for (const offer of offers) {
        const rented = await this.rent(offer.id, inputs);
        if (rented === undefined) continue;
        const instance = await this.waitUntilRunning(rented);
        if (instance !== undefined) return { id: String(rented), outs: { ...inputs, ...instance } };
        await this.request("DELETE", `/api/v0/instances/${rented}/`);
        break;
      }
    }
    throw new Error("no machine could be started");
  }

  async read(id: string, props: Inputs): Promise<pulumi.dynamic.ReadResult> {
    const { status, body } = await this.request("GET", `/api/v0/instances/${id}/`);
    if (status === 404 || body["instances"] == null) return {};
    return {
      id,
      props: { ...props, actual_status: (body["instances"] as Record<string, unknown>)["actual_status"] },
    };
  }

  async delete(id: string): Promise<void> {
    await this.request("DELETE", `/api/v0/instances/${id}/`);
  }

  /** The new instance, or undefined where the offer is gone. */
  private async rent(offerId: number, inputs: Inputs): Promise<number | undefined> {
    const send = () =>
      this.request("PUT", `/api/v0/asks/${offerId}/`, {
        image: inputs.image,
        disk: inputs.disk,
        runtype: inputs.runtype,
        onstart: inputs.onstart,
        env: inputs.env,
        label: inputs.label,
        cancel_unavail: true,
      });
    const { status, body } = await (this.rentEverySeconds === undefined ? send() : this.inTurn(send));
    if (status === 404 || status === 410) return undefined;
    if (status !== 200) throw new Error(`rent failed: ${status} ${JSON.stringify(body)}`);
    return body["new_contract"] as number;
  }

  private async waitUntilRunning(id: number): Promise<Record<string, unknown> | undefined> {
    for (let looks = 0; looks < 90; looks++) {
      await this.sleep(10);
      const { body } = await this.request("GET", `/api/v0/instances/${id}/`);
      const instance = body["instances"] as Record<string, unknown> | null;
      const status = instance?.["actual_status"];
      if (status === "running") return { actual_status: status, dph_total: instance?.["dph_total"] };
      if (status === "exited" || status === "unknown" || status === "offline") return undefined;
    }
    return undefined;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.queue ?? Promise.resolve()).then(work);
    this.queue = turn.then(
      () => this.sleep(this.rentEverySeconds ?? 0),
      () => this.sleep(this.rentEverySeconds ?? 0),
    );
    return turn;
  }

  private async request(method: string, path: string, body?: unknown): Promise<Reply> {
    const base = process.env["VAST_URL"] ?? "https://console.vast.ai";
    for (let tries = 0; ; tries++) {
      const response = await fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${process.env["VAST_API_KEY"]}`,
          "content-type": "application/json",
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      const text = await response.text();
      if (response.status === 429 && tries < 10) {
        const threshold = Number(/threshold=([\d.]+)/.exec(text)?.[1] ?? 5);
        await this.sleep(Math.min(120, threshold * 2 ** tries) * (0.5 + Math.random()));
        continue;
      }
      if (response.status === 429) throw new Error("rate limited: " + text);
      if (response.status === 401) throw new Error("unauthorized");
      let parsed: Record<string, unknown> = {};
      try {
        parsed = JSON.parse(text) as Record<string, unknown>;
      } catch {
        // left empty: the status says enough
      }
      return { status: response.status, body: parsed };
    }
  }

  /** The one concession to the benchmark: its seconds are as long as the service's. */
  private sleep(seconds: number): Promise<void> {
    const scale = Number(process.env["VASTAI_TIME_SCALE"] ?? 1);
    return new Promise((resolve) => setTimeout(resolve, seconds * 1000 * scale));
  }
}
