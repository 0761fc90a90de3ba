import type Database from "better-sqlite3";
import type { OffsetsRead } from "./gather.js";
import type { Allocation } from "../projection/project-topology.js";
import { hashText } from "./schema.js";

/** Reads of the parties that came to be hosted. */
export interface AllocationReads {
  readonly allocation: (offset: number) => Allocation | undefined;
  /** Allocations whose update id has the hash of the given one. */
  readonly allocationsByUpdate: (updateId: string) => ReadonlyArray<Allocation>;
  /** Offsets of all allocations. */
  readonly allocationOffsets: OffsetsRead;
  /** Offsets of the allocations of one party. */
  readonly partyAllocationOffsets: (party: number) => OffsetsRead;
}

const columns = `allocations.offset AS offset, names.text AS party, allocations.record_time AS recordTime
  FROM allocations JOIN names ON names.id = allocations.party`;

/** Prepares the reads. */
export const allocationReads = (db: Database.Database): AllocationReads => {
  const byOffset = db.prepare<[number], Allocation>(
    `SELECT ${columns} WHERE allocations.offset = ?`,
  );
  const byUpdate = db.prepare<[number], Allocation>(
    `SELECT ${columns} WHERE allocations.update_hash = ?`,
  );
  const all = (order: "ASC" | "DESC") =>
    db
      .prepare<[number, number, number], number>(
        `SELECT offset FROM allocations WHERE offset > ? AND offset <= ? ORDER BY offset ${order} LIMIT ?`,
      )
      .pluck();
  const ofParty = (order: "ASC" | "DESC") =>
    db
      .prepare<[number, number, number, number], number>(
        `SELECT offset FROM allocations WHERE party = ? AND offset > ? AND offset <= ?
         ORDER BY offset ${order} LIMIT ?`,
      )
      .pluck();
  const every = { up: all("ASC"), down: all("DESC") };
  const own = { up: ofParty("ASC"), down: ofParty("DESC") };
  return {
    allocation: (offset) => byOffset.get(offset),
    allocationsByUpdate: (updateId) => byUpdate.all(hashText(updateId)),
    allocationOffsets: ({ after, upTo, limit, descending }) =>
      (descending ? every.down : every.up).all(after, upTo, limit),
    partyAllocationOffsets:
      (party) =>
      ({ after, upTo, limit, descending }) =>
        (descending ? own.down : own.up).all(party, after, upTo, limit),
  };
};
