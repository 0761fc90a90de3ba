import { GENESIS_HASH, type RecordedEvent, type StoreFailure } from "@tallystick/event-store";
import { type BoundedMap, boundedMap } from "./bounded-map.js";
import { PAGE_EVENTS, type Page, type Reader } from "./reader.js";
import { BROKEN_HASH, continuesChain, damagedAt, eventOf, rowOf, type StoredRow } from "./stored-row.js";

/** Streams whose last hash a read over all streams remembers. */
const MAX_REMEMBERED_STREAMS = 10_000;

/** As for pages of one stream: characters of data after which a page ends. */
const PAGE_UNITS = 8 * 1024 * 1024;

/** A walk over all events of the journal, up or down, one page per call. */
export interface AllCursor {
  nextPage(maxCount: number): Page;
  nextPosition(): number;
}

interface Walk {
  readonly reader: Reader;
  readonly verify: boolean;
  readonly step: 1 | -1;
  /** Last row seen of each stream; only for walks upwards. */
  readonly seen: BoundedMap<number, { readonly revision: number; readonly hash: string }>;
  next: number;
}

const previousHashOf = (walk: Walk, row: StoredRow): string | undefined => {
  if (row.revision === 0) return GENESIS_HASH;
  const seen = walk.seen.get(row.streamId);
  return seen !== undefined && seen.revision === row.revision - 1
    ? seen.hash
    : walk.reader.hashAt(row.streamId, row.revision - 1);
};

const flawOf = (walk: Walk, row: StoredRow, stream: string): string | undefined => {
  if (row.position !== walk.next) return `the event at position ${walk.next} is missing`;
  if (!walk.verify) return undefined;
  const previousHash = previousHashOf(walk, row);
  if (previousHash === undefined) return "its predecessor is missing";
  return continuesChain(row, stream, previousHash) ? undefined : BROKEN_HASH;
};

const judge = (walk: Walk, raw: unknown): RecordedEvent | StoreFailure => {
  const row = rowOf(raw);
  const stream = row === undefined ? undefined : walk.reader.streams.nameOf(row.streamId);
  if (row === undefined || stream === undefined) {
    return damagedAt({ revision: -1, position: walk.next }, "", "unreadable row");
  }
  const flaw = flawOf(walk, row, stream);
  if (flaw !== undefined) {
    return damagedAt({ revision: row.revision, position: walk.next }, stream, flaw);
  }
  if (walk.step > 0) walk.seen.set(row.streamId, { revision: row.revision, hash: row.hash });
  walk.next += walk.step;
  return eventOf(row, stream);
};

const nextPage = (walk: Walk, maxCount: number): Page => {
  const query = walk.step > 0 ? walk.reader.rowsFromPosition : walk.reader.rowsDownFromPosition;
  const events: RecordedEvent[] = [];
  let units = 0;
  if (walk.next < 1) return { events, damage: undefined };
  for (const raw of query(walk.next, Math.min(maxCount, PAGE_EVENTS))) {
    const judged = judge(walk, raw);
    if ("kind" in judged) return { events, damage: judged };
    events.push(judged);
    units += judged.data.length;
    if (units >= PAGE_UNITS) break;
  }
  return { events, damage: undefined };
};

/**
 * Starts a walk. Positions have no gaps, so a missing row is damage.
 *
 * @param from position of the first event, inclusive; clamped to what there is
 */
export const allCursor = (
  reader: Reader,
  verify: boolean,
  direction: "forwards" | "backwards",
  from: number,
): AllCursor => {
  const walk: Walk = {
    reader,
    verify,
    step: direction === "forwards" ? 1 : -1,
    seen: boundedMap(MAX_REMEMBERED_STREAMS),
    next: direction === "forwards" ? Math.max(from, 1) : Math.min(from, reader.lastPosition()),
  };
  return { nextPage: (maxCount) => nextPage(walk, maxCount), nextPosition: () => walk.next };
};
