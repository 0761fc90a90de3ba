import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { TableDamage } from "@tallystick/tables";

/**
 * How far the journal was folded, and how much of everything there is then: what is missing or too
 * much is found by these numbers.
 */
export interface CheckpointRow {
  readonly offset: number;
  /** Of the event at `offset`; microseconds, 0 at the beginning. */
  readonly recordTime: number;
  /** Chain hash of the event at `offset`; "" at the beginning, or when it was not given. */
  readonly hash: string;
  /** Nodes of all transactions up to `offset`, and 1. */
  readonly nodes: number;
  /** Parties and templates. */
  readonly names: number;
  /** Checksum of the last name, which chains all of them. */
  readonly namesCheck: number;
  readonly groups: number;
}

/** The checkpoint of empty views. */
export const emptyCheckpoint = (seed: number): CheckpointRow => ({
  offset: 0,
  recordTime: 0,
  hash: "",
  nodes: 1,
  names: 0,
  namesCheck: seed,
  groups: 0,
});

/** Reads and writes the checkpoint. */
export interface CheckpointTable {
  /** Throws `TableDamage` when it is missing or changed. */
  read(): CheckpointRow;
  write(row: CheckpointRow): void;
}

const isRow = (value: unknown): value is CheckpointRow =>
  typeof value === "object" &&
  value !== null &&
  "groups" in value &&
  typeof value.groups === "number" &&
  "offset" in value &&
  typeof value.offset === "number";

/** The checkpoint of an open database. @param seed see `checkSeed` */
export const checkpointTable = (db: Database.Database, seed: number): CheckpointTable => {
  const select = db.prepare<[], [text: unknown, check: unknown]>(
    "SELECT text, check_sum FROM checkpoint WHERE id = 1",
  );
  const update = db.prepare<[text: string, check: number]>(
    "INSERT INTO checkpoint (id, text, check_sum) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, check_sum = excluded.check_sum",
  );
  return {
    read: () => {
      const [text, check] = select.raw().get() ?? [];
      if (typeof text !== "string" || check !== crc32(text, seed))
        throw new TableDamage("the checkpoint is missing or does not fit its checksum");
      const row: unknown = JSON.parse(text);
      if (!isRow(row)) throw new TableDamage("the checkpoint has another form");
      return row;
    },
    write: (row) => {
      const text = JSON.stringify(row);
      update.run(text, crc32(text, seed));
    },
  };
};
