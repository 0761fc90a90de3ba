import type { Turns } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { withViews } from "../projection/views-later.js";
import type { ViewsInText } from "../projection/views-in-text.js";
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
  readonly turns: Turns;
  /** Makes the views of contracts for texts. */
  readonly views: ViewsInText;
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
 * What a thread has read, with the views that are missing in it; undefined when it is of views that
 * were emptied since.
 */
const filled = async (
  read: ReadTexts,
  begun: number,
  { turns, views, emptied }: PartThreads,
  { catalog }: QueryContext,
  readFor: ReadFor,
): Promise<ReadTexts | undefined> => {
  const { missing } = read;
  if (missing === undefined) return begun === emptied() ? read : undefined;
  const outcome = await turns.run(readFor, () => ({
    texts: begun === emptied() ? withViews(read.texts, missing, views, catalog) : undefined,
  }));
  const texts = outcome?.texts;
  return texts && { ...read, texts };
};

/** Parts of a read that threads can do; undefined when there are none, or blobs are requested. */
export const partsThere = (
  parts: PartThreads,
  context: QueryContext,
  readFor: ReadFor,
  format: ResolvedFormat,
): PartsThere | undefined => {
  const { threads, emptied } = parts;
  const { participantId, synchronizerId } = context;
  if (threads === undefined || !format.isCut) return undefined;
  const passed = passing(format, ++formats);
  return async (part) => {
    for (let asked = 0; asked < maxUnknown; asked++) {
      const begun = emptied();
      const request = { part: part(passed()), participantId, synchronizerId, emptied: begun };
      const answer: PartAnswer | undefined = await threads.ask(request, readFor.by ?? "");
      if (answer?.kind === "read") return filled(answer, begun, parts, context, readFor);
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
