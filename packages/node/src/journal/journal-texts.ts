import { JournalReadError, type JournalTexts } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { entryOf, type Journal } from "./journal.js";
import { storeMessage } from "./store-message.js";

/** Reads a journal's events by offset; undefined when its store has no synchronous reads. */
export const journalTexts = ({ store, stream }: Journal): JournalTexts | undefined => {
  const { readNow } = store.capabilities;
  if (readNow === undefined) return undefined;
  return {
    between: (first, last, maxCharacters) => {
      const read = readNow(stream, first - 1, last - first + 1, maxCharacters);
      if (isLeft(read))
        throw new JournalReadError(storeMessage(read.left), read.left.kind === "unavailable");
      return read.right.map(entryOf);
    },
  };
};
