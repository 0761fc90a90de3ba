import { decodeLedgerEvent, type PastEvent } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry } from "../interface/journal-texts.js";
import { UnreadableEvent } from "./fold.js";

/** What an entry says. Throws `UnreadableEvent`. */
export const eventOf = ({ offset, type, data, event }: JournalEntry): PastEvent => {
  if (event !== undefined) return event;
  const read = decodeLedgerEvent(type, data, offset);
  if (isLeft(read))
    throw new UnreadableEvent(offset, `event ${offset} cannot be read: ${read.left.reason}`);
  return read.right;
};
