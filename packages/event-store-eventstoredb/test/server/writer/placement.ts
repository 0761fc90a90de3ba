import type { StreamState } from "../../../src/server/streams/stream-state.js";

/** The expected revision, in the protocol's four forms. */
export type Expectation = "any" | "no-stream" | "stream-exists" | number;

export type Placement =
  /** After the last event; `undelete` when that makes a deleted stream visible again. */
  | { readonly kind: "append"; readonly undelete: boolean }
  /** Nowhere: its events were written before, the last of them at this revision. */
  | { readonly kind: "repeat"; readonly revision: number }
  | { readonly kind: "wrong-version" }
  | { readonly kind: "deleted" };

/** Ids of a stream, as a placement needs them. */
export interface KnownIds {
  /** Revision of a recently written event, undefined if it is not cached. */
  rememberedRevision(id: string): number | undefined;
  /** The ids from this revision on, in the store, up to a limit. */
  storedIds(from: number, maxCount: number): Promise<ReadonlyArray<string>>;
}

const WRONG_VERSION: Placement = { kind: "wrong-version" };

const append = (state: StreamState): Placement => ({
  kind: "append",
  undelete: state.isSoftDeleted,
});

/**
 * The first id decides between an append and a repeat; the events of a repeat may be in any order
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

/** The stream is longer: the append is a repeat if its events are at the place it expected. */
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
 * stream, "any" and "stream-exists" with the cached ids.
 */
export const placeAppend = async (
  state: StreamState,
  expected: Expectation,
  ids: ReadonlyArray<string>,
  known: KnownIds,
): Promise<Placement> => {
  if (state.isClosed) return { kind: "deleted" };
  if (expected === "stream-exists") {
    if (state.isSoftDeleted) return { kind: "deleted" };
    if (state.head < 0 && !state.hasMetadata) return WRONG_VERSION;
  }
  if (expected === "any" || expected === "stream-exists") return placeAnywhere(state, ids, known);
  const revision = expected === "no-stream" ? -1 : expected;
  if (revision < state.head) return placeBehind(state, revision, ids, known);
  return revision > state.head ? WRONG_VERSION : append(state);
};
