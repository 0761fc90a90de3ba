import type { Scrape } from "./read-instrument.js";
import type { FiguresByName } from "./registry.js";

/** Codes that have a series each; all others are one together. */
const mostCodes = 11;

/** Series of errors, always so many. */
export const errorSeries = mostCodes + 1;

const others = "others";
const metrics = ["tallystick_submission_rejections_total", "tallystick_http_errors_total"];

const countsOf = (figures: FiguresByName, metric: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { labels, value } of figures.get(metric) ?? []) {
    const code = String(labels["code"] ?? "");
    counts.set(code, (counts.get(code) ?? 0) + value);
  }
  return counts;
};

/** How much each code grew; a refused command with an answer counts once. */
const growthOf = (now: FiguresByName, before: FiguresByName): ReadonlyMap<string, number> => {
  const growth = new Map<string, number>();
  for (const metric of metrics) {
    const earlier = countsOf(before, metric);
    for (const [code, count] of countsOf(now, metric)) {
      const grown = Math.max(0, count - (earlier.get(code) ?? 0));
      growth.set(code, Math.max(growth.get(code) ?? 0, grown));
    }
  }
  return growth;
};

const msPerSecond = 1_000;

/** Errors by code over time: the codes that came first, and the others together. */
export class ErrorSeries {
  readonly #codes: Array<string> = [];

  /** The name of a series; undefined: it has none yet. */
  nameOf(series: number): string | undefined {
    const code = series === mostCodes ? others : this.#codes[series];
    return code === undefined ? undefined : `error:${code}`;
  }

  /**
   * How many of each there were a second, in the order of the series.
   *
   * @param before the scrape before; undefined: it is the first
   */
  rates(now: Scrape, before: Scrape | undefined): ReadonlyArray<number | undefined> {
    const rates = new Array<number | undefined>(errorSeries).fill(undefined);
    if (before === undefined || now.atMs <= before.atMs) return rates;
    const seconds = (now.atMs - before.atMs) / msPerSecond;
    for (const [code, count] of growthOf(now.figures, before.figures)) {
      const series = this.#seriesOf(code);
      rates[series] = (rates[series] ?? 0) + count / seconds;
    }
    return rates;
  }

  #seriesOf(code: string): number {
    const known = this.#codes.indexOf(code);
    if (known >= 0) return known;
    return this.#codes.length < mostCodes ? this.#codes.push(code) - 1 : mostCodes;
  }
}
