import type { ReadAll, ReadStream } from "@tallystick/event-store";
import { type AllCursor, allCursor } from "./read-all-pages.js";
import type { ChainCursor, Page, Reader, StreamRef } from "./reader.js";
import { type Place, WHOLE_FILE } from "../files/sqlite-error.js";

/** A running read: returns page after page, an empty one at the end. Throws what SQLite throws. */
export interface PageSource {
  nextPage(maxCount: number, maxUnits?: number): Page;
  /** The position of the read, for the error if the next page throws. */
  place(): Place;
}

const NO_PAGE: Page = { events: [], damage: undefined };

const refOf = (reader: Reader, stream: string): StreamRef | undefined => {
  const streamId = reader.streams.idOf(stream);
  return streamId === undefined ? undefined : { stream, streamId };
};

/** Events of one stream from `from` (clamped to the start) to its end at the time it is reached. */
export const streamForwards = (reader: Reader, stream: string, from: number): PageSource => {
  const start = Math.max(Math.ceil(from), 0);
  let cursor: ChainCursor | undefined;
  return {
    nextPage: (maxCount, maxUnits) => {
      const ref = refOf(reader, stream);
      if (ref === undefined) return NO_PAGE;
      cursor ??= reader.cursorAt(ref.streamId, start);
      return reader.forwards(ref, cursor, maxCount, maxUnits);
    },
    place: () => ({ stream, revision: cursor?.revision ?? start, position: 0 }),
  };
};

/** Events of one stream from `from` (clamped to the end) down to its start. */
export const streamBackwards = (reader: Reader, stream: string, from: number): PageSource => {
  let next: number | undefined;
  return {
    nextPage: (maxCount) => {
      const ref = refOf(reader, stream);
      if (ref === undefined) return NO_PAGE;
      next ??= Math.min(Math.floor(from), reader.lastEvent(ref)?.revision ?? -1);
      if (next < 0) return NO_PAGE;
      const page = reader.backwards(ref, next, maxCount);
      next -= page.events.length;
      return page;
    },
    place: () => ({ stream, revision: next ?? -1, position: 0 }),
  };
};

export const streamSource = (reader: Reader, stream: string, read: ReadStream): PageSource =>
  read.direction === "backwards"
    ? streamBackwards(reader, stream, read.from ?? Number.MAX_SAFE_INTEGER)
    : streamForwards(reader, stream, read.from ?? 0);

export const allSource = (reader: Reader, verify: boolean, read: ReadAll): PageSource => {
  const direction = read.direction ?? "forwards";
  const from =
    direction === "forwards"
      ? Math.ceil(read.from ?? 1)
      : Math.floor(read.from ?? Number.MAX_SAFE_INTEGER);
  let cursor: AllCursor | undefined;
  return {
    nextPage: (maxCount) => {
      cursor ??= allCursor(reader, verify, direction, from);
      return cursor.nextPage(maxCount);
    },
    place: () => ({ ...WHOLE_FILE, position: cursor?.nextPosition() ?? from }),
  };
};
