import type { Turns } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { passing } from "../format/passed-format.js";
import type { ResolvedFormat } from "../format/resolved-format.js";
import type { ReadFor } from "../interface/read-for.js";
import type {
  PartAnswer,
  PassedFormat,
  ReadPart,
  ReadTexts,
  ReadThreads,
} from "../interface/read-threads.js";
import type { QueryContext } from "../interface/views.js";

/** The threads of some views, if they have any. */
export interface PartThreads {
  readonly threads: ReadThreads | undefined;
  /** How often the views were emptied. */
  readonly emptied: () => number;
}

/** Asks threads for parts. */
export type PartsThere = (
  part: (format: PassedFormat) => ReadPart,
) => Promise<ReadTexts | undefined>;

/** Templates that a thread may ask for before a part is read here. */
const maxUnknown = 8;

let formats = 0;

/**
 * Parts of a read that threads can do; undefined when it must be done here, because there are none
 * or it needs the catalog for each contract.
 */
export const partsThere = (
  { threads, emptied }: PartThreads,
  { participantId, synchronizerId }: QueryContext,
  { by = "" }: ReadFor,
  format: ResolvedFormat,
): PartsThere | undefined => {
  if (threads === undefined || !format.isPlain) return undefined;
  const passed = passing(format, ++formats);
  return async (part) => {
    for (let asked = 0; asked < maxUnknown; asked++) {
      const begun = emptied();
      const request = { part: part(passed()), participantId, synchronizerId, emptied: begun };
      const answer: PartAnswer | undefined = await threads.ask(request, by);
      if (answer?.kind === "read" && begun === emptied()) return answer;
      if (answer?.kind !== "unknown") return undefined;
      format.interestIn(answer.templateId);
    }
    return undefined;
  };
};

/** A read in parts, each of which begins where the one before it ended. */
export interface PartRead<P> {
  /** Reads the next part in this thread. */
  readonly here: () => Either<LedgerError, P>;
  /** Asks a thread for it; it resolves with undefined when it has to be read here. */
  readonly there: (() => Promise<P | undefined>) | undefined;
}

/**
 * The parts of a read one after the other; undefined when the signal is aborted. The first is
 * read here: a small read would wait longer for a thread than it takes.
 */
export const partReader = <P>(
  turns: Turns,
  readFor: ReadFor,
  { here, there }: PartRead<P>,
): (() => Promise<Either<LedgerError, P> | undefined>) => {
  let isFirst = true;
  return async () => {
    const part = isFirst ? undefined : await there?.();
    isFirst = false;
    if (readFor.signal?.aborted === true) return undefined;
    return part === undefined ? turns.run(readFor, here) : right(part);
  };
};

/**
 * Takes parts until one ends the read; undefined when the signal is aborted. Without threads all
 * of it is one piece of work, which the user's next one follows.
 */
export const takeParts = async <P, R>(
  turns: Turns,
  readFor: ReadFor,
  read: PartRead<P>,
  take: (part: P) => R | undefined,
): Promise<Either<LedgerError, R> | undefined> => {
  const taken = (part: Either<LedgerError, P>): Either<LedgerError, R> | undefined => {
    if (isLeft(part)) return part;
    const end = take(part.right);
    return end === undefined ? undefined : right(end);
  };
  if (read.there === undefined) return turns.run(readFor, () => taken(read.here()));
  const next = partReader(turns, readFor, read);
  for (;;) {
    const part = await next();
    if (part === undefined) return undefined;
    const end = taken(part);
    if (end !== undefined) return end;
  }
};
