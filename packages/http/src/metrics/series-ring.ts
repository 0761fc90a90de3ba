/** A stretch of a series: its last value, its least and its most. */
export type Stretch = readonly [last: number, least: number, most: number];

/** Stretches of all series that end at a time; undefined where a series has no value. */
export interface Stretches {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly of: ReadonlyArray<Stretch | undefined>;
}

/** How much a ring holds. */
export interface RingSizes {
  readonly series: number;
  /** Samples that are kept one by one. */
  readonly samples: number;
  /** Minutes of which the last, the least and the most is kept. */
  readonly minutes: number;
}

const minuteMs = 60_000;
const perStretch = 3;

/** Rows of fixed number and width in one buffer; a new one takes the place of the oldest. */
class Rows {
  readonly #times: Float64Array;
  readonly #values: Float64Array;
  readonly #width: number;
  #next = 0;
  #count = 0;

  constructor(rows: number, width: number) {
    this.#times = new Float64Array(rows);
    this.#values = new Float64Array(rows * width);
    this.#width = width;
  }

  get bytes(): number {
    return this.#times.byteLength + this.#values.byteLength;
  }

  /** The time from which on nothing is missing. */
  get since(): number {
    return this.#count < this.#times.length ? -Infinity : (this.#times[this.#next] ?? Infinity);
  }

  add(at: number, values: Float64Array): void {
    this.#times[this.#next] = at;
    this.#values.set(values, this.#next * this.#width);
    this.#next = (this.#next + 1) % this.#times.length;
    this.#count = Math.min(this.#count + 1, this.#times.length);
  }

  /** Each row after a time, the oldest first. */
  *after(time: number): Generator<readonly [at: number, values: Float64Array]> {
    const first = this.#next - this.#count + this.#times.length;
    for (let each = 0; each < this.#count; each += 1) {
      const row = (first + each) % this.#times.length;
      const at = this.#times[row] ?? 0;
      const from = row * this.#width;
      if (at > time) yield [at, this.#values.subarray(from, from + this.#width)];
    }
  }
}

/** Takes a value into the stretch at a place; NaN is none. */
const take = (into: Float64Array, place: number, [last, least, most]: Stretch): void => {
  if (Number.isNaN(last)) return;
  const [, low = NaN, high = NaN] = into.subarray(place, place + perStretch);
  into[place] = last;
  into[place + 1] = Number.isNaN(low) ? least : Math.min(low, least);
  into[place + 2] = Number.isNaN(high) ? most : Math.max(high, most);
};

const stretchesIn = (values: Float64Array): Stretches["of"] =>
  Array.from({ length: values.length / perStretch }, (_, series) => {
    const [last = NaN, least = NaN, most = NaN] = values.subarray(series * perStretch);
    return Number.isNaN(last) ? undefined : [last, least, most];
  });

/**
 * Series in memory of a fixed size: the last samples one by one, and before them minutes, of which
 * no least and no most is lost.
 */
export class SeriesRing {
  readonly #series: number;
  readonly #samples: Rows;
  readonly #minutes: Rows;
  readonly #minute: Float64Array;
  #minuteOf = -1;

  constructor({ series, samples, minutes }: RingSizes) {
    this.#series = series;
    this.#samples = new Rows(samples, series);
    this.#minutes = new Rows(minutes, series * perStretch);
    this.#minute = new Float64Array(series * perStretch).fill(NaN);
  }

  /** What it takes, always; bytes. */
  get bytes(): number {
    return this.#samples.bytes + this.#minutes.bytes + this.#minute.byteLength;
  }

  /**
   * Takes a sample of every series.
   *
   * @param at milliseconds since 1970
   * @param values in the order of the series; undefined: none
   */
  add(at: number, values: ReadonlyArray<number | undefined>): void {
    const minute = Math.floor(at / minuteMs);
    if (minute !== this.#minuteOf) this.#endMinute();
    this.#minuteOf = minute;
    const row = Float64Array.from({ length: this.#series }, (_, each) => values[each] ?? NaN);
    this.#samples.add(at, row);
    row.forEach((value, series) => take(this.#minute, series * perStretch, [value, value, value]));
  }

  /**
   * The series after a time in at most so many stretches, the oldest first. Stretches without a
   * sample are left out.
   */
  read(afterMs: number, untilMs: number, points: number): ReadonlyArray<Stretches> {
    const isFine = afterMs >= this.#samples.since - minuteMs;
    const each = (untilMs - afterMs) / points;
    const found = new Map<number, { at: number; values: Float64Array }>();
    for (const [at, values] of isFine ? this.#fineAfter(afterMs) : this.#minutesAfter(afterMs)) {
      const place = Math.min(points - 1, Math.floor((at - afterMs) / each));
      const known = found.get(place) ?? {
        at,
        values: new Float64Array(this.#series * perStretch).fill(NaN),
      };
      known.at = at;
      stretchesIn(values).forEach((stretch, series) => {
        if (stretch !== undefined) take(known.values, series * perStretch, stretch);
      });
      found.set(place, known);
    }
    return [...found.values()].map(({ at, values }) => ({ at, of: stretchesIn(values) }));
  }

  /** The first value of a series after a time, and when it had it; by whole minutes. */
  earliest(series: number, afterMs: number): readonly [at: number, value: number] | undefined {
    for (const [at, values] of this.#minutesAfter(afterMs)) {
      const value = values[series * perStretch] ?? NaN;
      if (!Number.isNaN(value)) return [at, value];
    }
    return undefined;
  }

  *#fineAfter(time: number): Generator<readonly [at: number, values: Float64Array]> {
    for (const [at, values] of this.#samples.after(time)) {
      const stretches = new Float64Array(this.#series * perStretch);
      values.forEach((value, series) =>
        stretches.fill(value, series * perStretch, (series + 1) * perStretch),
      );
      yield [at, stretches];
    }
  }

  /** All whole minutes, and the one that goes on. */
  *#minutesAfter(time: number): Generator<readonly [at: number, values: Float64Array]> {
    yield* this.#minutes.after(time);
    const at = this.#minuteOf * minuteMs;
    if (this.#minuteOf >= 0 && at > time) yield [at, this.#minute];
  }

  #endMinute(): void {
    if (this.#minuteOf >= 0) this.#minutes.add(this.#minuteOf * minuteMs, this.#minute);
    this.#minute.fill(NaN);
  }
}
