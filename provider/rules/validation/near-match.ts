/** How many single-letter edits (insert, drop, replace, swap of neighbours) turn `from` into `to`. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const replace = cell(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const swap = swapped ? cell(row - 2, column - 2) + 1 : Infinity;
      current.push(Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, replace, swap));
    }
  }
  return cell(from.length, to.length);
}

/** Case and separators do not distinguish names: `gpu_name` is as near to `gpuName` as it can be. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/**
 * The known name probably meant by `word`, or undefined where none is near: a third of the letters may
 * differ, or `word` is the beginning of exactly one known name.
 */
export function nearMatch(word: string, known: readonly string[]): string | undefined {
  const wanted = plain(word).slice(0, 64);
  if (wanted === "") return undefined;
  const ranked = known
    .map((name) => ({ name, distance: editDistance(wanted, plain(name)) }))
    .sort((left, right) => left.distance - right.distance);
  const nearest = ranked[0];
  if (nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(wanted.length / 3))) {
    return nearest.name;
  }
  const longer = wanted.length < 3 ? [] : known.filter((name) => plain(name).startsWith(wanted));
  return longer.length === 1 ? longer[0] : undefined;
}
