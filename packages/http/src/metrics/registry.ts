/** Labels of a figure: name and value of each. */
export type Labels = Readonly<Record<string, string>>;

/** A figure of a metric; of a histogram one for each bucket, the sum and the count. */
export interface Figure {
  /** The metric's name; of a histogram with `_bucket`, `_sum` or `_count`. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

type MetricKind = "counter" | "gauge" | "histogram";

/** A metric as it is at one moment. */
export interface MetricNow {
  readonly name: string;
  readonly help: string;
  readonly kind: MetricKind;
  readonly figures: ReadonlyArray<Figure>;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: MetricKind;
  readonly read: () => ReadonlyArray<Figure>;
}

/** What is counted under one set of labels. */
class Count {
  value = 0;
}

/** Observed values under one set of labels. */
class Distribution {
  readonly #bounds: ReadonlyArray<number>;
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: ReadonlyArray<number>) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? Infinity)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += value;
  }

  /** Its figures: buckets count what is at most their bound. */
  figures(name: string, labels: Labels): ReadonlyArray<Figure> {
    let count = 0;
    const buckets = Array.from(this.#counts, (each, at): Figure => {
      count += each;
      const le = at < this.#bounds.length ? String(this.#bounds[at]) : "+Inf";
      return { name: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { name: `${name}_sum`, labels, value: this.#sum },
      { name: `${name}_count`, labels, value: count },
    ];
  }
}

/** Separates the values of labels in keys; no label has it. */
const separator = "\n";

/** Cells by the values of their labels, each made when it is first used. */
const cellsBy = <C>(names: ReadonlyArray<string>, make: () => C) => {
  const cells = new Map<string, { readonly labels: Labels; readonly cell: C }>();
  const of = (...values: ReadonlyArray<string>): C => {
    const key = values.join(separator);
    const known = cells.get(key);
    if (known !== undefined) return known.cell;
    const labels = Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""]));
    const made = make();
    cells.set(key, { labels, cell: made });
    return made;
  };
  return { of, all: (): ReadonlyArray<{ labels: Labels; cell: C }> => [...cells.values()] };
};

/** What a metric is called. */
interface Named {
  readonly name: string;
  readonly help: string;
}

/** What is read at each scrape: one value, or one for each set of labels; undefined: none now. */
export type Found = number | undefined | Iterable<readonly [labels: Labels, value: number]>;

const figuresOf = (name: string, found: Found): ReadonlyArray<Figure> => {
  if (found === undefined) return [];
  if (typeof found === "number") return [{ name, labels: {}, value: found }];
  return Array.from(found, ([labels, value]) => ({ name, labels, value }));
};

/** A part that is closing, or that catches up, has no figures. */
const orNothing = (read: () => Found): Found => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** The metrics of a node, in the order in which they were made. */
export class Registry {
  readonly #metrics: Array<Metric> = [];

  /** A counter for each set of values of labels, in the order of their names. */
  counter({ name, help }: Named, ...labels: ReadonlyArray<string>) {
    const { of, all } = cellsBy(labels, () => new Count());
    if (labels.length === 0) of();
    const read = () => all().map((each) => ({ name, labels: each.labels, value: each.cell.value }));
    this.#metrics.push({ name, help, kind: "counter", read });
    return of;
  }

  /** A histogram for each set of values of labels. */
  histogram(
    { name, help, bounds }: Named & { readonly bounds: ReadonlyArray<number> },
    ...labels: ReadonlyArray<string>
  ) {
    const { of, all } = cellsBy(labels, () => new Distribution(bounds));
    if (labels.length === 0) of();
    const read = () => all().flatMap((each) => each.cell.figures(name, each.labels));
    this.#metrics.push({ name, help, kind: "histogram", read });
    return of;
  }

  /** A metric that is read when it is asked for. */
  reading({ name, help }: Named, kind: "counter" | "gauge", read: () => Found): void {
    this.#metrics.push({ name, help, kind, read: () => figuresOf(name, orNothing(read)) });
  }

  /** All metrics as they are now. */
  now(): ReadonlyArray<MetricNow> {
    return this.#metrics.map(({ read, ...metric }) => ({ ...metric, figures: read() }));
  }
}

/** The type of the text that `textOf` writes. */
export const textType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escaped = (value: string): string => value.replace(/[\\\n"]/g, (each) => escapes[each] ?? "");

const labelsText = (labels: Labels): string => {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? "" : `{${all.join(",")}}`;
};

const numberText = (value: number): string =>
  value === Infinity ? "+Inf" : String(value).replace("Infinity", "Inf");

/** Metrics in Prometheus's text format. */
export const textOf = (metrics: ReadonlyArray<MetricNow>): string =>
  metrics
    .flatMap(({ name, help, kind, figures }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...figures.map((each) => `${each.name}${labelsText(each.labels)} ${numberText(each.value)}`),
    ])
    .map((line) => `${line}\n`)
    .join("");
