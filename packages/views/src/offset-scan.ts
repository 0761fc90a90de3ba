import { setImmediate as nextTurn } from "node:timers/promises";
import { gather } from "./gather.js";
import type { OffsetsRead } from "./view-reader.js";

/** A part of the order of offsets: `after` < offset <= `upTo`. */
export interface OffsetRange {
  readonly after: number;
  readonly upTo: number;
  readonly descending: boolean;
}

const offsetsPerPage = 256;

// bounds the index rows one read may pass over before the event loop gets its turn
const offsetsPerRead = 65_536;

const itself = (offset: number): number => offset;

/** Pages of the offsets several reads find in a range, distinct and in order; other work gets its turn between pages. Pages may be empty. */
export async function* scanOffsets(
  reads: ReadonlyArray<OffsetsRead>,
  range: OffsetRange,
): AsyncGenerator<ReadonlyArray<number>, void, undefined> {
  const { descending } = range;
  let { after, upTo } = range;
  while (after < upTo && reads.length > 0) {
    const low = descending ? Math.max(after, upTo - offsetsPerRead) : after;
    const high = descending ? upTo : Math.min(upTo, after + offsetsPerRead);
    const page = gather(reads, itself, {
      after: low,
      upTo: high,
      limit: offsetsPerPage,
      descending,
    });
    const last = page.length < offsetsPerPage ? undefined : page[page.length - 1];
    if (descending) {
      upTo = last === undefined ? low : last - 1;
    } else {
      after = last ?? high;
    }
    yield page;
    await nextTurn();
  }
}
