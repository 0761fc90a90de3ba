import type { LedgerError } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { StreamItems } from "../../endpoints/stream-row.js";
import type { InstrumentReading, Instruments } from "../../metrics/instrument-panel.js";

type Item = Either<LedgerError, InstrumentReading>;

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** New samples, of which a slow reader gets the latest. */
class NewSamples implements AsyncIterator<Item> {
  readonly #earlier: Array<InstrumentReading>;
  readonly #stop: () => void;
  #wake: ((result: IteratorResult<Item>) => void) | undefined;
  #missed: InstrumentReading | undefined;
  #isEnded: boolean;

  constructor(source: Instruments, earlier: ReadonlyArray<InstrumentReading>, follows: boolean) {
    this.#earlier = [...earlier];
    this.#isEnded = !follows;
    this.#stop = follows ? source.onSample((now) => this.#take(now)) : () => undefined;
  }

  next(): Promise<IteratorResult<Item>> {
    const known = this.#earlier.shift() ?? this.#missed;
    if (known === this.#missed) this.#missed = undefined;
    if (known !== undefined) return Promise.resolve({ value: right(known) });
    if (this.#isEnded) return Promise.resolve(ended);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  return(): Promise<IteratorResult<Item>> {
    this.#isEnded = true;
    this.#stop();
    this.#wake?.(ended);
    return Promise.resolve(ended);
  }

  #take(now: InstrumentReading): void {
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake === undefined) this.#missed = now;
    else wake({ value: right(now) });
  }
}

async function* failing(error: LedgerError): AsyncGenerator<Item> {
  yield left(error);
}

/**
 * What there was, the latest sample, and each new one.
 *
 * @param source or why there is none
 * @param follows false: the latest sample is the last item
 */
export const readingItems = (
  source: Instruments | LedgerError,
  seconds: number,
  points: number,
  follows: boolean,
): StreamItems<InstrumentReading> => ({
  [Symbol.asyncIterator]: () =>
    "code" in source
      ? failing(source)
      : new NewSamples(source, [...source.history(seconds, points), source.latest()], follows),
});
