/** Rows under a header, columns two spaces apart, as wide as their widest cell. Without spaces at a line's end. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      widths
        .map((width, column) => (line[column] ?? "").padEnd(width))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
