/** What a bar of a flame graph shows of a frame. */
interface Frame {
  /** Index of the frame around it, which comes before; -1 of the first. */
  readonly parent: number;
  readonly steps: number;
  readonly micros: number;
}

/** A bar of a flame graph; places and widths are parts of the whole width. */
export interface FlameBar {
  /** Index of its frame. */
  readonly frame: number;
  /** 0 at the outermost frame. */
  readonly depth: number;
  readonly from: number;
  readonly width: number;
  /** What the frame took with those within it. */
  readonly total: number;
}

/** Narrower bars are left out. */
const minWidth = 1 / 2_000;

/**
 * The bars of a flame graph, the outermost first: each is as wide as what its frame took with those
 * within it.
 *
 * @param by what counts
 */
export const flameBars = (
  frames: ReadonlyArray<Frame>,
  by: "steps" | "micros",
): ReadonlyArray<FlameBar> => {
  const totals = frames.map((frame) => frame[by]);
  for (let at = frames.length - 1; at > 0; at--) {
    const parent = frames[at]?.parent ?? -1;
    totals[parent] = (totals[parent] ?? 0) + (totals[at] ?? 0);
  }
  const whole = totals[0] ?? 0;
  if (whole === 0) return [];
  /** Where the next frame within each begins. */
  const next: Array<number> = [];
  const depths: Array<number> = [];
  const bars: Array<FlameBar> = [];
  for (const [at, { parent }] of frames.entries()) {
    const total = totals[at] ?? 0;
    const from = next[parent] ?? 0;
    const width = total / whole;
    next[at] = from;
    next[parent] = from + width;
    depths[at] = (depths[parent] ?? -1) + 1;
    if (width >= minWidth) bars.push({ frame: at, depth: depths[at] ?? 0, from, width, total });
  }
  return bars;
};

/** What a definition took itself, wherever it was called. */
interface DefinitionTaken {
  readonly packageId: string;
  readonly definition: string;
  readonly calls: number;
  readonly steps: number;
  readonly micros: number;
}

/**
 * What definitions took themselves, wherever they were called; the most first.
 *
 * @param by what counts
 * @param most so many at most
 */
export const costliest = (
  frames: ReadonlyArray<DefinitionTaken>,
  by: "steps" | "micros",
  most: number,
): ReadonlyArray<DefinitionTaken> => {
  const sums = new Map<string, DefinitionTaken>();
  for (const { definition, packageId, calls, steps, micros } of frames) {
    const key = `${packageId}:${definition}`;
    const sum = sums.get(key);
    sums.set(key, {
      definition,
      packageId,
      calls: calls + (sum?.calls ?? 0),
      steps: steps + (sum?.steps ?? 0),
      micros: micros + (sum?.micros ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => b[by] - a[by]).slice(0, most);
};
