import type { RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

/** Characters of events that a reader holds for its client, if more than one event. */
export const MAX_PIECE_CHARACTERS = 128 * 1024;

/** Events of the first read, when their length is unknown. */
const FIRST_EVENTS = 16;

/** The most events of one read. */
const MAX_EVENTS = 1_000;

type Pages = AsyncIterable<Either<StoreError, ReadonlyArray<RecordedEvent>>>;

/** A read of the store, and where its pieces begin. */
interface PieceSource {
  /** Reads events from a place on, up to a limit. */
  readonly read: (from: number, maxCount: number) => Pages;
  /** Where to resume after an event. */
  readonly after: (event: RecordedEvent) => number;
  readonly from: number;
  /** Events of all pieces together; default all. */
  readonly maxCount?: number;
}

const lengthOf = ({ data, metadata }: RecordedEvent): number => data.length + metadata.length;

/** Whether these events fit into a piece. */
export const isPiece = (events: ReadonlyArray<RecordedEvent>): boolean =>
  shortPart(events).length === events.length;

/** The first events that fit into a piece, at least one. */
const shortPart = (events: ReadonlyArray<RecordedEvent>): ReadonlyArray<RecordedEvent> => {
  let characters = 0;
  const end = events.findIndex((event, at) => {
    characters += lengthOf(event);
    return at > 0 && characters > MAX_PIECE_CHARACTERS;
  });
  return end < 0 ? events : events.slice(0, end);
};

/**
 * How many events to read next: as many of this length as a piece holds, at most twice as many as
 * before.
 */
const nextCount = (events: ReadonlyArray<RecordedEvent>): number => {
  const characters = events.reduce((sum, event) => sum + lengthOf(event), 0);
  const fitting = Math.ceil((MAX_PIECE_CHARACTERS * events.length) / Math.max(characters, 1));
  return Math.min(Math.max(fitting, 1), 2 * Math.max(events.length, FIRST_EVENTS), MAX_EVENTS);
};

const firstPage = async (
  pages: Pages,
): Promise<Either<StoreError, ReadonlyArray<RecordedEvent>> | undefined> => {
  for await (const page of pages) return page;
  return undefined;
};

/**
 * A read in small pieces. A page of the store is megabytes, which the server would hold for a
 * client that does not read: events beyond a piece are read again later.
 */
export async function* eventPieces(source: PieceSource): Pages {
  let from = source.from;
  let left = source.maxCount ?? Number.MAX_SAFE_INTEGER;
  let count = FIRST_EVENTS;
  while (left > 0) {
    const page = await firstPage(source.read(from, Math.min(count, left)));
    if (page === undefined) return;
    if (isLeft(page)) {
      yield page;
      return;
    }
    const piece = shortPart(page.right);
    const last = piece.at(-1);
    if (last === undefined) return;
    from = source.after(last);
    left -= piece.length;
    count = nextCount(piece);
    yield right(piece);
  }
}
