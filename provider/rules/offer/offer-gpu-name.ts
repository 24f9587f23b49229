/** Words of the service's GPU names that are not simply capitals. Source: the names in its public listings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ti: "Ti",
  tesla: "Tesla",
  quadro: "Quadro",
  laptop: "laptop",
  xp: "Xp",
  radeon: "Radeon",
};

/** Words that are capitals however they are written. */
const CAPITALS = /^(rtx|gtx|rx|pro|sxm\d*|pcie|nvl|super|vii|xtx?)$/i;

function respell(word: string): string {
  const spelling = SPELLINGS[word.toLowerCase()];
  if (spelling !== undefined) return spelling;
  const ada = /^(\d+)ada$/i.exec(word)?.[1];
  if (ada !== undefined) return `${ada}Ada`;
  const isPlain = word === word.toLowerCase() || CAPITALS.test(word);
  return isPlain ? word.toUpperCase() : word;
}

/** A model as the service spells it: `rtx_4090` is "RTX 4090", `rtx 3060 ti` is "RTX 3060 Ti". */
export function canonicalGpuName(name: string): string {
  const spelled = name
    .trim()
    .split(/[\s_]+/)
    .map(respell)
    .join(" ");
  return /^titan /i.test(spelled) ? spelled.replace(/^titan/i, "Titan") : spelled;
}

/** Whether two spellings name one model; case and `_` do not matter. */
export function isSameGpu(left: string, right: string): boolean {
  return plainName(left) === plainName(right);
}

function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");
}
