import { GENESIS_HASH, type RecordedEvent, type StoreError } from "@tallystick/event-store";
import { type BoundedMap, boundedMap } from "./bounded-map.js";
import { PAGE_EVENTS, PAGE_UNITS, type Page, type Reader } from "./reader.js";
import {
  BROKEN_HASH,
  continuesChain,
  damagedAt,
  eventOf,
  streamIdOf,
  UNREADABLE,
} from "./stored-event.js";

/** Streams whose last hash a read of all streams caches. */
const MAX_REMEMBERED_STREAMS = 10_000;

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

const previousHashOf = (walk: Walk, streamId: number, event: RecordedEvent): string | undefined => {
  if (event.revision === 0) return GENESIS_HASH;
  const before = event.revision - 1;
  const seen = walk.seen.get(streamId);
  return seen?.revision === before ? seen.hash : walk.reader.hashAt(streamId, before);
};

const flawOf = (walk: Walk, streamId: number, event: RecordedEvent): string | undefined => {
  if (event.position !== walk.next) return `the event at position ${walk.next} is missing`;
  if (!walk.verify) return undefined;
  const previousHash = previousHashOf(walk, streamId, event);
  if (previousHash === undefined) return "its predecessor is missing";
  return continuesChain(event, previousHash) ? undefined : BROKEN_HASH;
};

const judge = (walk: Walk, row: unknown): RecordedEvent | StoreError => {
  const streamId = streamIdOf(row);
  const stream = streamId === undefined ? undefined : walk.reader.streams.nameOf(streamId);
  const event = stream === undefined ? undefined : eventOf(row, stream);
  if (streamId === undefined || event === undefined)
    return damagedAt(stream ?? "", -1, walk.next, UNREADABLE);
  const flaw = flawOf(walk, streamId, event);
  if (flaw !== undefined) return damagedAt(event.stream, event.revision, walk.next, flaw);
  if (walk.step > 0) walk.seen.set(streamId, event);
  walk.next += walk.step;
  return event;
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
 * @param from position of the first event, inclusive; clamped to existing positions
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
