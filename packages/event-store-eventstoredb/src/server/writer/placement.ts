import type { StreamState } from "../streams/stream-state.js";

/** What a writer believes of a stream, in the protocol's four ways. */
export type Expectation = "any" | "no-stream" | "stream-exists" | number;

/** Where an append goes. */
export type Placement =
  /** After the last event; `undelete` when that makes a deleted stream visible again. */
  | { readonly kind: "append"; readonly undelete: boolean }
  /** Nowhere: its events are there already and the last of them has this revision. */
  | { readonly kind: "repeat"; readonly revision: number }
  | { readonly kind: "wrong-version" }
  | { readonly kind: "deleted" };

/** Ids of a stream as a placement asks for them. */
export interface KnownIds {
  /** Revision of a recently written event, undefined if it is not remembered. */
  rememberedRevision(id: string): number | undefined;
  /** The ids from this revision on, as they are in the store, at most so many. */
  storedIds(from: number, maxCount: number): Promise<ReadonlyArray<string>>;
}

const WRONG_VERSION: Placement = { kind: "wrong-version" };

const append = (state: StreamState): Placement => ({
  kind: "append",
  undelete: state.isSoftDeleted,
});

/**
 * The first id decides between an append and a repeat; a repeat may have its events in any order
 * and place.
 */
const placeAnywhere = (
  state: StreamState,
  ids: ReadonlyArray<string>,
  known: KnownIds,
): Placement => {
  let last: number | undefined;
  for (const id of ids) {
    const revision = known.rememberedRevision(id);
    if (revision === undefined) return last === undefined ? append(state) : WRONG_VERSION;
    last = revision;
  }
  return last === undefined ? append(state) : { kind: "repeat", revision: last };
};

/**
 * The stream has gone on: the append is a repeat if its events are at the very place it expected.
 */
const placeBehind = async (
  state: StreamState,
  expected: number,
  ids: ReadonlyArray<string>,
  known: KnownIds,
): Promise<Placement> => {
  if (ids.length === 0) return WRONG_VERSION;
  const stored = await known.storedIds(expected + 1, ids.length);
  if (stored[0] !== ids[0])
    return expected === -1 && state.isSoftDeleted ? append(state) : WRONG_VERSION;
  return ids.every((id, index) => stored[index] === id)
    ? { kind: "repeat", revision: expected + ids.length }
    : WRONG_VERSION;
};

/**
 * Decides where an append goes, by the rules of a genuine server (EventStoreDB,
 * Services/Storage/ReaderIndex/IndexWriter): a revision and "no-stream" are compared with the
 * stream itself, "any" and "stream-exists" with what is remembered.
 */
export const placeAppend = async (
  state: StreamState,
  expected: Expectation,
  ids: ReadonlyArray<string>,
  known: KnownIds,
): Promise<Placement> => {
  if (state.isTombstoned) return { kind: "deleted" };
  if (expected === "stream-exists") {
    if (state.isSoftDeleted) return { kind: "deleted" };
    if (state.head < 0 && !state.hasMetadata) return WRONG_VERSION;
  }
  if (expected === "any" || expected === "stream-exists") return placeAnywhere(state, ids, known);
  const revision = expected === "no-stream" ? -1 : expected;
  if (revision < state.head) return placeBehind(state, revision, ids, known);
  return revision > state.head ? WRONG_VERSION : append(state);
};
