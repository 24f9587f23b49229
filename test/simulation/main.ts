import { breakKind } from "./break-kind";
import { generateHistory } from "./generate-history";
import type { History } from "./history";
import { runHistory } from "./run-history";
import { shrinkHistory } from "./shrink-history";

interface Options {
  readonly seconds: number;
  readonly seed: number;
  readonly histories: number;
  readonly isShown: boolean;
  readonly keepsGoing: boolean;
  readonly isListed: boolean;
}

function optionsOf(words: readonly string[]): Options {
  const number = (name: string, otherwise: number): number => {
    const index = words.indexOf(`--${name}`);
    const value = index < 0 ? otherwise : Number(words[index + 1]);
    if (!Number.isFinite(value)) throw new Error(`Expected --${name} to be a number`);
    return value;
  };
  const histories = number("histories", UNLIMITED);
  return {
    seconds: number("seconds", histories === UNLIMITED ? 60 : UNLIMITED),
    seed: number("seed", 1),
    histories,
    isShown: words.includes("--show"),
    keepsGoing: words.includes("--keep-going"),
    isListed: words.includes("--list"),
  };
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Kinds of break after which the run stops. */
const MOST_SHOWN = 3;

/** `npm run simulate -- [--seconds N] [--seed S] [--histories N] [--keep-going] [--list] [--show]` */
async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  const unhandled: unknown[] = [];
  process.on("unhandledRejection", (reason) => unhandled.push(reason));
  if (options.isShown) {
    const { trace, breaks } = await runHistory(generateHistory(options.seed), true);
    console.log(JSON.stringify(generateHistory(options.seed), undefined, 1), `\n${trace.join("\n")}`, breaks);
    return;
  }
  const beganAt = performance.now();
  const reached = new Map<string, number>();
  const found = new Map<string, { seed: number; count: number }>();
  let count = 0;
  let toldAt = beganAt;
  for (; count < options.histories; count += 1) {
    const now = performance.now();
    if (now - beganAt >= options.seconds * 1000) break;
    if (now - toldAt > 10_000) {
      toldAt = now;
      console.error(
        `${String(count)} histories, ${perSecond(count, now - beganAt)}, ${String(found.size)} kinds of break`,
      );
    }
    const seed = options.seed + count;
    const outcome = await runHistory(generateHistory(seed));
    const breaks = [
      ...outcome.breaks.map(({ what }) => what),
      ...unhandled.splice(0).map((reason) => `unhandled: ${String(reason)}`),
    ];
    for (const cell of outcome.reached) reached.set(cell, (reached.get(cell) ?? 0) + 1);
    const [first] = breaks;
    if (first === undefined) continue;
    const kind = breakKind(first);
    if (options.isListed) console.log(`${String(seed)}\t${kind}`);
    const known = found.get(kind);
    if (known !== undefined) {
      known.count += 1;
      continue;
    }
    found.set(kind, { seed, count: 1 });
    if (options.isListed) continue;
    await show(seed, first);
    if (!options.keepsGoing && found.size >= MOST_SHOWN) break;
  }
  const elapsed = performance.now() - beganAt;
  console.log(
    `\n${String(count)} histories in ${(elapsed / 1000).toFixed(1)} s, ${perSecond(count, elapsed)}`,
  );
  console.log(coverage(reached));
  for (const [kind, { seed, count: times }] of found)
    console.log(`${String(times)} x ${kind} (first seed ${String(seed)})`);
  process.exitCode = found.size === 0 ? 0 : 1;
}

function perSecond(count: number, ms: number): string {
  return `${((count / ms) * 1000).toFixed(1)} a second`;
}

async function show(seed: number, what: string): Promise<void> {
  console.log(`\nSeed ${String(seed)} breaks: ${what}`);
  const kind = breakKind(what);
  const shortest = await shrinkHistory(generateHistory(seed), async (history: History) =>
    (await runHistory(history)).breaks.some((each) => breakKind(each.what) === kind),
  );
  const { trace } = await runHistory(shortest, true);
  console.log(JSON.stringify(shortest, undefined, 2));
  console.log(trace.join("\n"));
}

/** Commands by what struck them. */
function coverage(reached: ReadonlyMap<string, number>): string {
  const commands = ["up", "preview", "refresh", "destroy", "recover"];
  const troubles = [...new Set([...reached.keys()].map((cell) => cell.split(" x ")[1] ?? ""))].toSorted();
  const rows = troubles.map((trouble) =>
    [
      trouble.padEnd(22),
      ...commands.map((name) => String(reached.get(`${name} x ${trouble}`) ?? 0).padStart(8)),
    ].join(""),
  );
  return ["".padEnd(22) + commands.map((name) => name.padStart(8)).join(""), ...rows].join("\n");
}

void main();
