import { nearMatch } from "../validation/near-match";
import { isSameGpu } from "./offer-gpu-name";

/**
 * Models that the service's public listings have named, for suggestions only: a name that is not here is fine, and
 * nothing is refused for it.
 */
const KNOWN_GPU_NAMES: readonly string[] = [
  ...["A10", "A100 PCIE", "A100 SXM4", "A100X", "A16", "A2", "A30", "A40", "A800 PCIE", "B200", "B300 SXM6"],
  ...["GH200 SXM", "GTX 1060", "GTX 1070", "GTX 1070 Ti", "GTX 1080", "GTX 1080 Ti", "GTX 1650", "GTX 1660"],
  ...["GTX 1660 S", "GTX 1660 Ti", "H100 NVL", "H100 PCIE", "H100 SXM", "H200", "H200 NVL", "InstinctMI300X"],
  ...["L4", "L40", "L40S", "Q RTX 4000", "Q RTX 6000", "Q RTX 8000", "RTX 2000Ada", "RTX 2060", "RTX 2060S"],
  ...["RTX 2070", "RTX 2070S", "RTX 2080", "RTX 2080 Ti", "RTX 2080S", "RTX 3050", "RTX 3060", "RTX 3060 Ti"],
  ...["RTX 3060 laptop", "RTX 3070", "RTX 3070 Ti", "RTX 3070 laptop", "RTX 3080", "RTX 3080 Ti", "RTX 3090"],
  ...["RTX 3090 Ti", "RTX 4000Ada", "RTX 4060", "RTX 4060 Ti", "RTX 4070", "RTX 4070 Ti", "RTX 4070S"],
  ...[
    "RTX 4070S Ti",
    "RTX 4080",
    "RTX 4080S",
    "RTX 4090",
    "RTX 4090D",
    "RTX 4500Ada",
    "RTX 5000Ada",
    "RTX 5060",
  ],
  ...[
    "RTX 5060 Ti",
    "RTX 5070",
    "RTX 5070 Ti",
    "RTX 5080",
    "RTX 5090",
    "RTX 5880Ada",
    "RTX 6000Ada",
    "RTX A2000",
  ],
  ...["RTX A4000", "RTX A4500", "RTX A5000", "RTX A6000", "RTX PRO 4000", "RTX PRO 4500", "RTX PRO 5000"],
  ...["RTX PRO 6000 S", "RTX PRO 6000 WS", "Tesla P100", "Tesla P4", "Tesla P40", "Tesla T4", "Tesla V100"],
  ...["Titan RTX", "Titan V", "Titan X", "Titan Xp"],
];

/** Most names that one suggestion holds. */
const MOST_NAMES = 5;

/** Models whose names are near to `asked`, those of `offered` and those that we know: "A100" is near to "A100 SXM4". */
export function nearGpuNames(asked: string, offered: readonly string[] = []): string[] {
  const others = [...new Set([...offered, ...KNOWN_GPU_NAMES])].filter((name) => !isSameGpu(name, asked));
  const wanted = wordsOf(asked);
  const related = others.filter((name) => {
    const words = wordsOf(name);
    return wanted.every((word) => words.includes(word)) || words.every((word) => wanted.includes(word));
  });
  if (related.length > 0) return related.slice(0, MOST_NAMES);
  // A digit makes another model, so a name that differs in letters and spaces alone comes first.
  const alike = others.filter((name) => digitsOf(name) === digitsOf(asked));
  const near = nearMatch(asked, alike) ?? nearMatch(asked, others);
  return near === undefined ? [] : [near];
}

/** Whether the service has listed a model of this name. */
export function isKnownGpu(name: string): boolean {
  return KNOWN_GPU_NAMES.some((known) => isSameGpu(known, name));
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== "");
}

function digitsOf(name: string): string {
  return name.replaceAll(/\D/g, "");
}
