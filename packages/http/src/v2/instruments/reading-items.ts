import type { LedgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";
import { LatestItems } from "../../endpoints/latest-items.js";
import type { StreamItems } from "../../endpoints/stream-row.js";
import type { InstrumentReading, Instruments } from "../../metrics/instrument-panel.js";

async function* failing(
  error: LedgerError,
): AsyncGenerator<Either<LedgerError, InstrumentReading>> {
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
      : new LatestItems<InstrumentReading>(
          [...source.history(seconds, points), source.latest()],
          follows ? (take) => source.onSample(take) : undefined,
        ),
});
