import { checkArgument } from "@tallystick/core";
import type { EventStore, RecordedEvent, StoreError } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { storeMessage } from "@tallystick/node";

/** The stream that is a participant's history. An audit only reads. */
export interface AuditedJournal {
  readonly store: Pick<EventStore, "readStream" | "lastEvent"> &
    Partial<Pick<EventStore, "capabilities">>;
  readonly stream: string;
}

/** @throws {ArgumentError} unless an argument has the form of a journal */
export const checkJournal = (journal: unknown, name = "journal"): void =>
  checkArgument(name, journal, "object", { store: "object", stream: "text" });

/** Why a journal or a log cannot give what is requested. */
export class AuditError extends Error {
  /**
   * `unreadable`: what the store has is damaged. `unavailable`: the store does not answer now.
   * `missing`: there is no such thing. `contradiction`: the journal is not the one that was signed
   * for.
   */
  readonly kind: "unreadable" | "unavailable" | "missing" | "contradiction";

  constructor(kind: AuditError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Nothing can be said of a journal without events, which may have been named wrongly. */
export const emptyJournal = ({ stream }: AuditedJournal): AuditError =>
  new AuditError("missing", `the journal has no event in its stream ${stream}`);

const unreadable = (error: StoreError): AuditError =>
  new AuditError(error.kind === "unavailable" ? "unavailable" : "unreadable", storeMessage(error));

const readOf = (from: number, maxCount: number | undefined) =>
  maxCount === undefined ? { from } : { from, maxCount };

/**
 * The events of a journal after an offset, in order, page by page.
 *
 * @param maxCount the most events; default all
 * @throws {AuditError} when the store does not give them
 */
export async function* pagesAfter(
  { store, stream }: AuditedJournal,
  offset: number,
  maxCount?: number,
): AsyncGenerator<ReadonlyArray<RecordedEvent>> {
  for await (const page of store.readStream(stream, readOf(offset, maxCount))) {
    if (isLeft(page)) throw unreadable(page.left);
    yield page.right;
  }
}

/**
 * The events of a journal after an offset, in order. Each costs a turn of its own: what reads whole
 * journals takes pages.
 *
 * @throws {AuditError} when the store does not give them
 */
export async function* eventsAfter(
  journal: AuditedJournal,
  offset: number,
): AsyncGenerator<RecordedEvent> {
  for await (const page of pagesAfter(journal, offset)) yield* page;
}

/** The event at an offset. @throws {AuditError} when there is none */
export const eventAtOffset = async (
  { store, stream }: AuditedJournal,
  offset: number,
): Promise<RecordedEvent> => {
  for await (const page of store.readStream(stream, { from: offset - 1, maxCount: 1 })) {
    if (isLeft(page)) throw unreadable(page.left);
    const [event] = page.right;
    if (event !== undefined) return event;
  }
  throw new AuditError("missing", `the journal ends before offset ${offset}`);
};

/**
 * The last event up to an offset whose data was not erased by a pruning; the first never is.
 *
 * @throws {AuditError} when there is none
 */
export const lastWholeEvent = async (
  { store, stream }: AuditedJournal,
  offset: number,
): Promise<RecordedEvent> => {
  const read = { from: offset - 1, direction: "backwards" } as const;
  for await (const page of store.readStream(stream, read)) {
    if (isLeft(page)) throw unreadable(page.left);
    const event = page.right.find(({ erased }) => erased === undefined);
    if (event !== undefined) return event;
  }
  throw new AuditError("missing", `the journal has no event up to offset ${offset}`);
};

/** The last event of a type, or undefined when there is none. */
export const lastOfType = async (
  { store, stream }: AuditedJournal,
  type: string,
): Promise<RecordedEvent | undefined> => {
  for await (const page of store.readStream(stream, { direction: "backwards" })) {
    if (isLeft(page)) throw unreadable(page.left);
    const found = page.right.find((event) => event.type === type);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The last event; undefined if the journal is empty. */
export const lastEventOf = async (journal: AuditedJournal): Promise<RecordedEvent | undefined> => {
  checkJournal(journal);
  const last = await journal.store.lastEvent(journal.stream);
  if (isLeft(last)) throw unreadable(last.left);
  return last.right;
};
