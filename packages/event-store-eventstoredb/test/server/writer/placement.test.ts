import { GENESIS_HASH } from "@tallystick/event-store";
import { expect } from "chai";
import { type Expectation, type KnownIds, placeAppend } from "./placement.js";
import type { StreamState } from "../../../src/server/streams/stream-state.js";

const STATE: StreamState = {
  stream: "s",
  head: 3,
  headHash: GENESIS_HASH,
  headPosition: 4,
  storedHead: 3,
  isTombstoned: false,
  isClosed: false,
  isSoftDeleted: false,
  hasMetadata: false,
  metadata: {},
  isMetadataObject: false,
  truncateBefore: 0,
  maxCount: undefined,
  maxAgeSeconds: undefined,
};

const EMPTY = { head: -1, storedHead: -1 };
const STORED = ["a", "b", "c", "d"];

/** Everything but the first two events is remembered. */
const KNOWN: KnownIds = {
  rememberedRevision: (id) => (STORED.indexOf(id) >= 2 ? STORED.indexOf(id) : undefined),
  storedIds: async (from, maxCount) => STORED.slice(from, from + maxCount),
};

const APPEND = { kind: "append", undelete: false };
const UNDELETE = { kind: "append", undelete: true };
const WRONG = { kind: "wrong-version" };
const DELETED = { kind: "deleted" };
const repeat = (revision: number) => ({ kind: "repeat", revision });

const rows: ReadonlyArray<
  readonly [string, Partial<StreamState>, Expectation, ReadonlyArray<string>, object]
> = [
  ["a tombstoned stream is deleted", { isClosed: true }, "any", ["x"], DELETED],
  ["a tombstoned stream is deleted", { isClosed: true }, 3, ["x"], DELETED],
  [
    "a soft-deleted stream does not exist",
    { isSoftDeleted: true },
    "stream-exists",
    ["x"],
    DELETED,
  ],
  ["nor does one without events and metadata", EMPTY, "stream-exists", ["x"], WRONG],
  ["one with metadata alone does", { ...EMPTY, hasMetadata: true }, "stream-exists", ["x"], APPEND],
  ["one with events does", {}, "stream-exists", ["x"], APPEND],
  ["a new first id is written", {}, "any", ["x", "c"], APPEND],
  ["a first id that is forgotten is written", {}, "any", ["a", "b"], APPEND],
  ["a known id before an unknown one is neither", {}, "any", ["c", "x"], WRONG],
  ["known ids are a repeat", {}, "any", ["c", "d"], repeat(3)],
  ["in any order", {}, "any", ["d", "c"], repeat(2)],
  ["nothing is written to any stream", {}, "any", [], APPEND],
  ["a soft-deleted stream may be written", { isSoftDeleted: true }, "any", ["x"], UNDELETE],
  ["the last revision", {}, 3, ["x"], APPEND],
  ["ids are not compared at the end", {}, 3, ["a"], APPEND],
  ["a revision past the end", {}, 4, ["x"], WRONG],
  ["the stored ids from there are a repeat", {}, 0, ["b", "c"], repeat(2)],
  ["from the start too", {}, "no-stream", ["a"], repeat(0)],
  ["other ids are not", {}, 0, ["x"], WRONG],
  ["a later id that differs", {}, 0, ["b", "x"], WRONG],
  ["ids past the end", {}, 1, ["c", "d", "x"], WRONG],
  ["no events before the end", {}, 1, [], WRONG],
  ["no stream where there is one", {}, "no-stream", ["x"], WRONG],
  ["no stream where it was deleted", { isSoftDeleted: true }, "no-stream", ["x"], UNDELETE],
  ["a repeat of a deleted stream's", { isSoftDeleted: true }, "no-stream", ["a", "b"], repeat(1)],
  ["the last revision of a deleted stream", { isSoftDeleted: true }, 3, ["x"], UNDELETE],
  ["no stream where there is none", EMPTY, "no-stream", ["x"], APPEND],
  ["a revision where there is no stream", EMPTY, 0, ["x"], WRONG],
];

describe("The placement of an append", () => {
  for (const [name, state, expected, ids, placement] of rows) {
    it(`${name}: ${expected} with [${ids.join(" ")}] is ${JSON.stringify(placement)}`, async () => {
      const placed = await placeAppend({ ...STATE, ...state }, expected, ids, KNOWN);
      expect(placed).to.deep.equal(placement);
    });
  }
});
