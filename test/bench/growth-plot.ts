/** One measured size of a program. */
export interface GrowthPoint {
  readonly instances: number;
  /** Seconds of the service's clock. */
  readonly seconds: number;
  readonly boundSeconds: number;
  readonly requests: number;
  /** Resident bytes of the provider process, at most. */
  readonly memoryBytes: number;
  readonly stateBytes: number;
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly value: (point: GrowthPoint) => number;
  readonly bound?: (point: GrowthPoint) => number;
}

const PANELS: readonly Panel[] = [
  {
    title: "Wall time",
    unit: "min",
    value: ({ seconds }) => seconds / 60,
    bound: ({ boundSeconds }) => boundSeconds / 60,
  },
  { title: "Requests", unit: "", value: ({ requests }) => requests },
  { title: "Memory of the provider process", unit: "MB", value: ({ memoryBytes }) => memoryBytes / 1e6 },
  { title: "State", unit: "KB", value: ({ stateBytes }) => stateBytes / 1000 },
];
const WIDTH = 380;
const HEIGHT = 230;
const LEFT = 56;
const TOP = 34;
const RIGHT = 16;
const BOTTOM = 38;

/** Four small plots over the number of instances, as SVG that reads on light and dark pages. */
export function growthPlot(points: readonly GrowthPoint[]): string {
  const panels = PANELS.map((panel, index) => {
    const x = (index % 2) * WIDTH;
    const y = Math.floor(index / 2) * HEIGHT;
    return `<g transform="translate(${x} ${y})">${panelOf(panel, points)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${2 * HEIGHT}" width="${2 * WIDTH}" height="${2 * HEIGHT}" font-family="sans-serif" font-size="11" role="img" aria-label="Cost of a launch from 1 to ${Math.max(...points.map(({ instances }) => instances))} instances">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...panels,
    "</svg>",
    "",
  ].join("\n");
}

function panelOf({ title, unit, value, bound }: Panel, points: readonly GrowthPoint[]): string {
  const most = Math.max(...points.map(({ instances }) => instances));
  const highest = niceAbove(Math.max(...points.flatMap((point) => [value(point), bound?.(point) ?? 0])));
  const x = (instances: number): number => LEFT + (instances / most) * (WIDTH - LEFT - RIGHT);
  const y = (height: number): number => HEIGHT - BOTTOM - (height / highest) * (HEIGHT - TOP - BOTTOM);
  const line = (of: (point: GrowthPoint) => number): string =>
    points.map((point) => `${x(point.instances).toFixed(1)},${y(of(point)).toFixed(1)}`).join(" ");
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const at = y(part * highest).toFixed(1);
    return (
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#dddddd"/>` +
      `<text x="${LEFT - 6}" y="${at}" dy="4" text-anchor="end" fill="#555555">${label(part * highest)}</text>`
    );
  });
  const ticks = [0, 100, 200, 300, 400, 500]
    .filter((instances) => instances <= most)
    .map(
      (instances) =>
        `<text x="${x(instances).toFixed(1)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle" fill="#555555">${instances}</text>`,
    );
  return [
    `<text x="${LEFT}" y="20" font-size="13" fill="#222222">${title}${unit === "" ? "" : ` (${unit})`}</text>`,
    ...grid,
    ...ticks,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle" fill="#555555">instances</text>`,
    ...(bound === undefined
      ? []
      : [`<polyline points="${line(bound)}" fill="none" stroke="#999999" stroke-dasharray="4 3"/>`]),
    `<polyline points="${line(value)}" fill="none" stroke="#1f6feb" stroke-width="2"/>`,
    ...points.map(
      (point) =>
        `<circle cx="${x(point.instances).toFixed(1)}" cy="${y(value(point)).toFixed(1)}" r="3" fill="#1f6feb"/>`,
    ),
  ].join("");
}

function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

function label(value: number): string {
  return value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(1);
}
