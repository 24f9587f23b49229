import { generateTroubles, LYING_SOURCES, type Lies } from "./generate-troubles";
import type { History, HistoryStep, Setting, Which } from "./history";
import { Random } from "./random";

const NAMES = ["a", "b", "c"];
const MOST_STEPS = 9;

/**
 * A history of its seed. What the design does not promise to survive is not made (`bounds.ts` says what and why).
 */
export function generateHistory(seed: number): History {
  const random = new Random(seed);
  const setting = generateSetting(random);
  const source = random.pick(LYING_SOURCES);
  const isFoundOutLate = random.chance(0.3);
  const lies: Lies = { source, setting };
  const writer = new Writer(random, lies, isFoundOutLate);
  return { seed, setting, steps: writer.steps() };
}

function generateSetting(random: Random): Setting {
  return {
    offers: random.weighted([
      [3, 6],
      [1, 3],
      [1, 1],
    ]),
    loadSeconds: random.pick([3, 8, 20]),
    readLagSeconds: random.weighted([
      [3, 0],
      [1, 15],
      [1, 50],
    ]),
    listLagSeconds: random.weighted([
      [3, 0],
      [1, 15],
      [1, 50],
    ]),
    destroyLagSeconds: random.weighted([
      [4, 0],
      [1, 20],
    ]),
    latencyMs: random.weighted([
      [3, 0],
      [1, 80],
    ]),
    rateLimits: random.chance(0.2),
    pageSize: random.weighted([
      [3, 25],
      [1, 1],
    ]),
    ...(random.chance(0.1) ? { isSameName: true } : {}),
  };
}

/** Writes the steps one after another, and knows by the way what the program asks for. */
class Writer {
  /** By name, whether it is a bid. */
  private readonly asked: [Map<string, boolean>, Map<string, boolean>] = [
    new Map<string, boolean>(),
    new Map<string, boolean>(),
  ];
  private readonly written: HistoryStep[] = [];

  constructor(
    private readonly random: Random,
    private readonly lies: Lies,
    private readonly isSecondUsed: boolean,
  ) {}

  steps(): HistoryStep[] {
    const { random } = this;
    this.add(0);
    if (this.isSecondUsed) {
      if (random.chance(0.3)) this.write({ do: "configure", stack: 1, deployment: 1 });
      this.add(1);
    }
    const count = random.integer(2, MOST_STEPS);
    for (let index = 0; index < count; index += 1) this.one(index === 0);
    return this.written;
  }

  private write(step: HistoryStep): void {
    this.written.push(step);
  }

  private stack(): Which {
    return this.isSecondUsed && this.random.chance(0.5) ? 1 : 0;
  }

  private one(isFirst: boolean): void {
    const { random } = this;
    const stack = this.stack();
    const kind = isFirst
      ? "up"
      : random.weighted([
          [10, "up"],
          [5, "edit"],
          [4, "refresh"],
          [3, "destroy"],
          [2, "recover"],
          [3, "wait"],
          [2, "add"],
          [2, "remove"],
          [1, "rename"],
          [2, "import"],
          [2, "configure"],
          [3, "world"],
          [1, "clock-step"],
        ] as const);
    switch (kind) {
      case "up":
        this.write({
          do: "up",
          stack,
          preview: random.chance(0.7) ? true : "unless moved",
          ...generateTroubles(random, this.lies, "up"),
        });
        return;
      case "refresh":
      case "destroy":
      case "recover":
        this.write({ do: kind, stack, ...generateTroubles(random, this.lies, kind) });
        return;
      case "wait":
        this.write({ do: "wait", seconds: random.pick([1, 20, 70, 200, 700]) });
        return;
      case "add":
        this.add(stack);
        return;
      case "clock-step":
        this.write({ do: "clock-step", ms: random.pick([-7_200_000, -90_000, 60_000, 7_200_000]) });
        return;
      case "import":
        this.write({ do: "import", stack, back: random.integer(1, 3), whenSettled: true });
        return;
      case "configure":
        this.write({
          do: "configure",
          stack,
          whenSettled: true,
          ...(random.chance(0.5) ? { account: this.which() } : { deployment: this.which() }),
        });
        return;
      case "world":
        this.inWorld();
        return;
      default:
        this.change(kind, stack);
    }
  }

  private which(): Which {
    return this.random.chance(0.6) ? 1 : 0;
  }

  private add(stack: Which): void {
    const { random } = this;
    const name = random.pick(NAMES);
    if (this.asked[stack].has(name)) return;
    const isBid = random.chance(0.25);
    this.asked[stack].set(name, isBid);
    this.write({
      ...{ do: "add", stack, name, args: this.args(isBid) },
      ...(random.chance(0.3) ? { isFirst: true } : {}),
      ...(random.chance(0.3) ? { waits: true } : {}),
    });
  }

  private args(isBid: boolean): Record<string, unknown> {
    const { random } = this;
    return {
      image: "alpine:1",
      runtype: "ssh_direct",
      search: isBid ? { type: "bid", filters: { numGpus: 1 } } : { filters: { numGpus: 1 } },
      ...(isBid ? { price: 0.25 } : {}),
      ...(random.chance(0.4) ? { label: "chosen" } : {}),
      ...(random.chance(0.15) ? { targetState: "stopped" } : {}),
      ...(random.chance(0.2) ? { launch: { attempts: random.integer(1, 3) } } : {}),
      ...(random.chance(0.15)
        ? { customTimeouts: { create: random.pick(["30s", "3m"]), delete: "2m", update: "2m" } }
        : {}),
    };
  }

  private change(kind: "edit" | "remove" | "rename", stack: Which): void {
    const { random } = this;
    const names = [...this.asked[stack].keys()];
    if (names.length === 0) return;
    const name = random.pick(names);
    const isBid = this.asked[stack].get(name) === true;
    if (kind === "remove") {
      this.asked[stack].delete(name);
      this.write({ do: "remove", stack, name });
    } else if (kind === "rename") {
      const to = `${name}${name}`;
      this.asked[stack].delete(name);
      this.asked[stack].set(to, isBid);
      this.write({ do: "rename", stack, name, to });
    } else if (isBid && random.chance(0.3)) {
      this.write({ do: "unknown-in-preview", stack, name, args: ["price"] });
    } else {
      const set = random.pick<Record<string, unknown>>([
        { image: `alpine:${String(random.integer(2, 9))}` },
        { image: `alpine:${String(random.integer(2, 9))}` },
        { label: random.pick(["chosen", "other"]) },
        { targetState: "stopped" },
        { targetState: "running" },
        { maxHourlyPriceUsd: random.pick([0.31, 0.5]) },
        isBid
          ? { price: random.pick([0.2, 0.3, 0.45]) }
          : { search: { filters: { numGpus: 1, dphTotal: { lte: random.pick([0.33, 0.6]) } } } },
      ]);
      this.write({ do: "edit", stack, name, set });
    }
  }

  private inWorld(): void {
    const { random } = this;
    const action = random.pick([
      "stop-instance",
      "break-instance",
      "outbid-instance",
      "destroy-instance",
      "reboot-instance",
      "label-instance",
      "occupy-instance",
    ] as const);
    const more = {
      "stop-instance": {},
      "break-instance": { status: random.pick(["offline", "exited", "unknown"]) },
      "outbid-instance": {},
      "destroy-instance": {},
      "reboot-instance": {},
      "label-instance": { label: "renamed by hand" },
      "occupy-instance": { occupied: true },
    }[action];
    this.write({ do: "world", instance: random.integer(0, 2), action, more });
  }
}
