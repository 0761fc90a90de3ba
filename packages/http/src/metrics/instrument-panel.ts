import { Listeners, type Timer, type Timers } from "@tallystick/background";
import { errorSeries, ErrorSeries } from "./error-series.js";
import type { Instrument, InstrumentLimits } from "./instrument.js";
import { instruments } from "./instruments.js";
import { listedMetrics } from "./listed-metrics.js";
import { readInstrument, type Scrape } from "./read-instrument.js";
import type { FiguresByName } from "./registry.js";
import { SeriesRing, type Stretch, type Stretches } from "./series-ring.js";

/** How urgent an instrument is: yellow or red; well ones have none. */
export type InstrumentState = "watch" | "act";

/** The instruments over a stretch of time. */
export interface InstrumentReading {
  /** Its end, milliseconds since 1970. */
  readonly at: number;
  /**
   * The last value of each, its least and its most; those without a value are left out. `error:`
   * and a code: how many a second.
   */
  readonly values: Readonly<Record<string, Stretch>>;
}

/** The instruments now. */
export interface InstrumentsNow extends InstrumentReading {
  readonly states: Readonly<Record<string, InstrumentState>>;
  /** Of metrics that are listed one by one: figures by the values of their label. */
  readonly listed: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The instruments of a node, which `/metrics` prints too, and their last day. */
export interface Instruments {
  /** What there was, in at most so many stretches, the oldest first. */
  history(seconds: number, points: number): ReadonlyArray<InstrumentReading>;
  /** The latest sample. */
  latest(): InstrumentsNow;
  /** Calls `listener` with each new sample. */
  onSample(listener: (now: InstrumentsNow) => void): () => void;
  /** What the series take, always; bytes. */
  readonly bytes: number;
}

/** How often the instruments are read; seconds. */
export const sampleSeconds = 5;
/** How long samples are kept one by one. */
export const liveSeconds = 3_600;
/** How long minutes are kept. */
export const heldSeconds = 86_400;

const msPerSecond = 1_000;
/** How long a series must be for a forecast. */
const leastForecastMs = 1_800_000;

const isBeyond = ({ side }: InstrumentLimits, value: number, limit: number): boolean =>
  side === "above" ? value > limit : value < limit;

/** The sum of the figures for each value of a label. */
const listedOf = (figures: FiguresByName): InstrumentsNow["listed"] =>
  Object.fromEntries(
    listedMetrics.flatMap(([metric, label]) => {
      const sums: Record<string, number> = {};
      for (const { labels, value } of figures.get(metric) ?? []) {
        const of = String(labels[label] ?? "");
        sums[of] = (sums[of] ?? 0) + value;
      }
      return Object.keys(sums).length === 0 ? [] : [[metric, sums]];
    }),
  );

/** Reads the instruments regularly from what `/metrics` prints, and keeps them in a ring. */
export class InstrumentPanel implements Instruments {
  readonly #scrape: () => Promise<FiguresByName>;
  readonly #timers: Timers;
  readonly #listeners = new Listeners<[InstrumentsNow]>();
  readonly #ring = new SeriesRing({
    series: instruments.length + errorSeries,
    samples: liveSeconds / sampleSeconds,
    minutes: heldSeconds / 60,
  });
  readonly #errors = new ErrorSeries();
  /** Since when each has been beyond its red limit. */
  readonly #beyondSince = new Map<string, number>();
  #before: Scrape | undefined;
  #latest: InstrumentsNow;
  readonly #timer: Timer;

  /** @param scrape what `/metrics` prints */
  constructor(scrape: () => Promise<FiguresByName>, timers: Timers) {
    this.#scrape = scrape;
    this.#timers = timers;
    this.#latest = { at: timers.wallMs(), values: {}, states: {}, listed: {} };
    this.#timer = timers.every(sampleSeconds * msPerSecond, () => void this.sample()).unref();
  }

  get bytes(): number {
    return this.#ring.bytes;
  }

  history(seconds: number, points: number): ReadonlyArray<InstrumentReading> {
    const until = this.#timers.wallMs() + 1;
    return this.#ring
      .read(until - seconds * msPerSecond, until, points)
      .map((each) => this.#readingOf(each));
  }

  latest(): InstrumentsNow {
    return this.#latest;
  }

  onSample(listener: (now: InstrumentsNow) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reads all instruments now. */
  async sample(): Promise<InstrumentsNow> {
    const atMs = this.#timers.nowMs();
    const now: Scrape = { atMs, figures: await this.#scrape() };
    const at = this.#timers.wallMs();
    const read = instruments.map((each) => readInstrument(each, now, this.#before));
    const values = instruments.map(({ reads }, series) =>
      reads.kind === "lasts" ? this.#lasts(reads.of, read, at) : read[series],
    );
    const sampled = [...values, ...this.#errors.rates(now, this.#before)];
    this.#before = now;
    this.#ring.add(at, sampled);
    const of = sampled.map((value): Stretch | undefined =>
      value === undefined ? undefined : [value, value, value],
    );
    this.#latest = {
      ...this.#readingOf({ at, of }),
      states: this.#states(values, now.atMs),
      listed: listedOf(now.figures),
    };
    this.#listeners.tell(this.#latest);
    return this.#latest;
  }

  close(): void {
    this.#timer.cancel();
  }

  #readingOf({ at, of }: Stretches): InstrumentReading {
    const names = of.map(
      (_, series) => instruments[series]?.name ?? this.#errors.nameOf(series - instruments.length),
    );
    return {
      at,
      values: Object.fromEntries(
        names.flatMap((name, series) => {
          const stretch = of[series];
          return name === undefined || stretch === undefined ? [] : [[name, stretch]];
        }),
      ),
    };
  }

  /** In how many seconds an instrument is 0 if it falls as in the last day; undefined: never. */
  #lasts(name: string, now: ReadonlyArray<number | undefined>, at: number): number | undefined {
    const series = instruments.findIndex((each) => each.name === name);
    const value = now[series];
    const first = this.#ring.earliest(series, at - heldSeconds * msPerSecond);
    if (value === undefined || first === undefined) return undefined;
    const [since, then] = first;
    if (at - since < leastForecastMs || value >= then) return undefined;
    return (value * (at - since)) / (then - value) / msPerSecond;
  }

  #states(values: ReadonlyArray<number | undefined>, nowMs: number): InstrumentsNow["states"] {
    return Object.fromEntries(
      instruments.flatMap((instrument, series) => {
        const state = this.#stateOf(instrument, values[series], nowMs);
        return state === undefined ? [] : [[instrument.name, state]];
      }),
    );
  }

  #stateOf(
    { name, limits }: Instrument,
    value: number | undefined,
    nowMs: number,
  ): InstrumentState | undefined {
    if (limits === undefined || value === undefined || !isBeyond(limits, value, limits.act)) {
      this.#beyondSince.delete(name);
      const isWatched = limits !== undefined && value !== undefined;
      return isWatched && isBeyond(limits, value, limits.watch) ? "watch" : undefined;
    }
    const since = this.#beyondSince.get(name) ?? nowMs;
    this.#beyondSince.set(name, since);
    return nowMs - since >= limits.forSeconds * msPerSecond ? "act" : "watch";
  }
}
