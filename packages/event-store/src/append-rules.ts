import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { ExpectedRevision, NewEvent, StoreError } from "./event-store.js";

/**
 * Default of the option `maxAppendBytes` of the stores: 16 MiB for all events of one append
 * together.
 */
export const DEFAULT_MAX_APPEND_BYTES = 16 * 1024 * 1024;

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const MAX_UTF8_BYTES_PER_UNIT = 3;

// text with half a surrogate pair has no UTF-8 form, so it would not be read as it was written
const flawOf = (name: string, text: string): string | undefined => {
  if (text.includes("\n")) return `${name} must not contain a newline`;
  if (!text.isWellFormed()) return `${name} must not contain half a surrogate pair`;
  return undefined;
};

const flawOfEvent = (event: NewEvent): string | undefined => {
  if (event.id === "") return "an event id must not be empty";
  if (event.type === "") return "an event type must not be empty";
  if (!event.data.isWellFormed()) return "data must not contain half a surrogate pair";
  return (
    flawOf("an event id", event.id) ??
    flawOf("an event type", event.type) ??
    flawOf("metadata", event.metadata)
  );
};

const unitsOf = (event: NewEvent): number =>
  event.id.length + event.type.length + event.metadata.length + event.data.length;

/**
 * Bytes that count against `maxAppendBytes`: id, type, metadata and data of each event in UTF-8.
 */
export const appendBytes = (events: ReadonlyArray<NewEvent>): number => {
  let bytes = 0;
  for (const event of events) {
    bytes += Buffer.byteLength(event.id) + Buffer.byteLength(event.type);
    bytes += Buffer.byteLength(event.metadata) + Buffer.byteLength(event.data);
  }
  return bytes;
};

/**
 * Checks the form of an append, before anything is read or written: at least one event, non-empty
 * stream name, ids and types, no newline in them or in the metadata (see `chainHash`), no repeated
 * id within the append, only text that has a UTF-8 form, and at most `maxAppendBytes`.
 *
 * @returns `invalid` or `too-large`, or undefined when the append may continue
 */
export const checkAppend = (
  stream: string,
  events: ReadonlyArray<NewEvent>,
  maxAppendBytes: number,
): StoreError | undefined => {
  if (events.length === 0) return { kind: "invalid", reason: "an append needs at least one event" };
  if (stream === "") return { kind: "invalid", reason: "a stream name must not be empty" };
  const streamFlaw = flawOf("a stream name", stream);
  if (streamFlaw !== undefined) return { kind: "invalid", reason: streamFlaw };
  let units = 0;
  for (const event of events) {
    const flaw = flawOfEvent(event);
    if (flaw !== undefined) return { kind: "invalid", reason: flaw };
    units += unitsOf(event);
  }
  if (events.length > 1 && new Set(events.map((event) => event.id)).size < events.length)
    return { kind: "invalid", reason: "the ids within one append must differ" };
  // Counting bytes exactly takes a pass over all text, so short texts are not counted.
  if (units * MAX_UTF8_BYTES_PER_UNIT <= maxAppendBytes) return undefined;
  const actualBytes = appendBytes(events);
  if (actualBytes <= maxAppendBytes) return undefined;
  return { kind: "too-large", maxBytes: maxAppendBytes, actualBytes };
};

/** What the placing of an append needs to know of the stream. */
export interface StreamState {
  readonly stream: string;
  /** Last revision, -1 for a stream without events. */
  readonly head: number;
  /** Id of the event at a revision from 0 to `head`. */
  idAt(revision: number): string | undefined;
}

/**
 * The place of an append: `append` new events after the head, or a `repeat` of events that end at
 * `lastRevision`.
 */
export type Placement =
  | { readonly kind: "append" }
  | { readonly kind: "repeat"; readonly lastRevision: number };

const APPEND: Either<never, Placement> = right({ kind: "append" });

const wrongRevision = (state: StreamState, expected: ExpectedRevision): Either<StoreError, never> =>
  left({
    kind: "wrong-expected-revision",
    stream: state.stream,
    expected,
    actual: state.head < 0 ? "no-stream" : state.head,
  });

const standAt = (
  state: StreamState,
  revision: number,
  events: ReadonlyArray<NewEvent>,
): Placement | undefined => {
  const lastRevision = revision + events.length - 1;
  if (lastRevision > state.head) return undefined;
  for (const [index, event] of events.entries())
    if (state.idAt(revision + index) !== event.id) return undefined;
  return { kind: "repeat", lastRevision };
};

/**
 * The rule of expected revisions and of idempotency, the same for every store: the append is
 * written when the stream ends at the expected revision, and is a repeat when the events that
 * follow it have the same ids.
 */
export const placeAppend = (
  state: StreamState,
  expected: ExpectedRevision,
  events: ReadonlyArray<NewEvent>,
): Either<StoreError, Placement> => {
  if (expected !== "no-stream" && (expected < 0 || !Number.isInteger(expected)))
    return wrongRevision(state, expected);
  const before = expected === "no-stream" ? -1 : expected;
  if (before === state.head) return APPEND;
  const repeat = standAt(state, before + 1, events);
  return repeat === undefined ? wrongRevision(state, expected) : right(repeat);
};
