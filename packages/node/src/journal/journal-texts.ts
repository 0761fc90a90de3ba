import type { RecordedEvent, StoreError } from "@tallystick/event-store";
import { type JournalEntry, JournalReadError, type JournalTexts } from "@tallystick/views";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { entryOf, type Journal } from "./journal.js";
import { storeMessage } from "./store-message.js";

type StoreRead = Either<StoreError, ReadonlyArray<RecordedEvent>>;

const entriesOf = (read: StoreRead): ReadonlyArray<JournalEntry> => {
  if (isLeft(read))
    throw new JournalReadError(storeMessage(read.left), read.left.kind === "unavailable");
  return read.right.map(entryOf);
};

/** Reads a journal's events by offset; undefined when its store has no synchronous reads. */
export const journalTexts = ({ store, stream }: Journal): JournalTexts | undefined => {
  const { readNow, readNowAt } = store.capabilities;
  if (readNow === undefined) return undefined;
  const between: JournalTexts["between"] = (first, last, maxCharacters) =>
    entriesOf(readNow(stream, first - 1, last - first + 1, maxCharacters));
  if (readNowAt === undefined) return { between };
  const revisionsOf = (offsets: ReadonlyArray<number>) => offsets.map((offset) => offset - 1);
  return {
    between,
    at: (offsets, maxCharacters) =>
      entriesOf(readNowAt(stream, revisionsOf(offsets), maxCharacters)),
  };
};
