import { Counter, Gauge, type Registry } from "prom-client";

/** Labels of a figure: name and value of each. */
export type Labels = Readonly<Record<string, string>>;

/** A figure of a metric; of a histogram one for each bucket, the sum and the count. */
export interface Figure {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
}

/** Figures by the name that `/metrics` prints: a histogram has three, with `_bucket` and so on. */
export type FiguresByName = ReadonlyMap<string, ReadonlyArray<Figure>>;

/** What is read at each scrape: one value, or one for each set of labels; undefined: none now. */
export type Found = number | undefined | Iterable<readonly [labels: Labels, value: number]>;

/** A metric that is read when it is asked for. */
export interface Reading {
  readonly name: string;
  readonly help: string;
  /** Default: a gauge. */
  readonly kind?: "counter" | "gauge";
  /** Names of the labels it is read with; default: none. */
  readonly labels?: ReadonlyArray<string>;
  readonly read: () => Found;
}

const foundIn = (found: Found): Iterable<readonly [Labels, number]> => {
  if (found === undefined) return [];
  return typeof found === "number" ? [[{}, found]] : found;
};

/** What adding a metric that is read needs of one of either kind. */
interface Emptied {
  reset(): void;
  remove(): void;
}

/** Adds a metric that is read at each scrape, and has no figures where there is nothing to read. */
export const addReading = (
  registry: Registry,
  { name, help, kind = "gauge", labels = [], read }: Reading,
): void => {
  const options = { name, help, labelNames: labels, registers: [registry] };
  const empty = (metric: Emptied): void => {
    metric.reset();
    // without labels a metric begins with 0
    if (labels.length === 0) metric.remove();
  };
  const collect = (metric: Emptied, put: (labels: Labels, value: number) => void): void => {
    empty(metric);
    try {
      for (const [each, value] of foundIn(read())) put(each, value);
    } catch {
      // a part that is closing, or that catches up, has no figures
      empty(metric);
    }
  };
  if (kind === "gauge") {
    const gauge: Gauge = new Gauge({
      ...options,
      collect: () => collect(gauge, (each, value) => gauge.set(each, value)),
    });
  } else {
    const counter: Counter = new Counter({
      ...options,
      collect: () => collect(counter, (each, value) => counter.inc(each, value)),
    });
  }
};

/** The figures of all metrics as they are now. */
export const figuresByName = async (registry: Registry): Promise<FiguresByName> => {
  const found = new Map<string, Array<Figure>>();
  for (const { name, values } of await registry.getMetricsAsJSON()) {
    for (const each of values) {
      const printed = "metricName" in each ? String(each.metricName) : name;
      // counters go on counting in the objects that they give
      const figure = { labels: each.labels, value: each.value };
      const known = found.get(printed);
      if (known === undefined) found.set(printed, [figure]);
      else known.push(figure);
    }
  }
  return found;
};
