import type { FiguresOf, Instrument, InstrumentReads } from "./instrument.js";
import type { FiguresByName } from "./registry.js";

/** What was printed at a moment; milliseconds of a monotonic clock. */
export interface Scrape {
  readonly atMs: number;
  readonly figures: FiguresByName;
}

const valuesOf = ({ figures }: Scrape, { metric, only }: FiguresOf): ReadonlyArray<number> =>
  (figures.get(metric) ?? []).flatMap(({ labels, value }) =>
    only === undefined || only.matches.test(String(labels[only.label] ?? "")) ? [value] : [],
  );

const sum = (values: ReadonlyArray<number>): number => values.reduce((all, each) => all + each, 0);

const someSum = (values: ReadonlyArray<number>): number | undefined =>
  values.length === 0 ? undefined : sum(values);

const bucketsOf = ({ figures }: Scrape, metric: string): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { labels, value } of figures.get(`${metric}_bucket`) ?? []) {
    const bound = labels["le"] === "+Inf" ? Infinity : Number(labels["le"]);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return counts;
};

/**
 * A quantile of what was observed between two scrapes, as `histogram_quantile` of Prometheus has
 * it: within its bucket by proportion; of the last bucket, its lower bound.
 */
const quantileBetween = (
  before: ReadonlyMap<number, number>,
  now: ReadonlyMap<number, number>,
  quantile: number,
): number | undefined => {
  const counts = [...now]
    .toSorted(([a], [b]) => a - b)
    .map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
  const total = counts.at(-1)?.[1] ?? 0;
  if (total <= 0) return undefined;
  const rank = quantile * total;
  let [lower, below] = [0, 0];
  for (const [bound, count] of counts) {
    if (count >= rank && bound === Infinity) return lower;
    if (count >= rank) return lower + ((bound - lower) * (rank - below)) / (count - below);
    [lower, below] = [bound, count];
  }
  return lower;
};

const msPerSecond = 1_000;

const rateBetween = (
  before: Scrape,
  now: Scrape,
  reads: InstrumentReads & { readonly kind: "rate" },
): number | undefined => {
  const seconds = (now.atMs - before.atMs) / msPerSecond;
  const values = valuesOf(now, reads);
  const isThere = [reads.metric, reads.besides ?? reads.metric].some((each) =>
    now.figures.has(each),
  );
  if (seconds <= 0 || !isThere) return undefined;
  // a counter that begins again, as in Prometheus
  return Math.max(0, sum(values) - sum(valuesOf(before, reads))) / seconds;
};

/**
 * The value of an instrument at a scrape; undefined: there is none. Those that forecast are read
 * from series.
 *
 * @param before the scrape before; undefined: it is the first
 */
export const readInstrument = (
  { reads }: Instrument,
  now: Scrape,
  before: Scrape | undefined,
): number | undefined => {
  switch (reads.kind) {
    case "value": {
      const value = someSum(valuesOf(now, reads));
      if (value === undefined || reads.per === undefined) return value;
      const per = someSum(valuesOf(now, { metric: reads.per }));
      return per === undefined || per === 0 ? undefined : value / per;
    }
    case "least":
    case "most": {
      const values = valuesOf(now, reads);
      if (values.length === 0) return undefined;
      return reads.kind === "least" ? Math.min(...values) : Math.max(...values);
    }
    case "rate":
      return before === undefined ? undefined : rateBetween(before, now, reads);
    case "quantile":
      return before === undefined
        ? undefined
        : quantileBetween(
            bucketsOf(before, reads.metric),
            bucketsOf(now, reads.metric),
            reads.quantile,
          );
    case "lasts":
      return undefined;
  }
};
