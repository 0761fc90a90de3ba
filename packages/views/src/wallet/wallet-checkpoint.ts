import { crc32 } from "node:zlib";
import { isJsonObject, type Json } from "@tallystick/core";
import type Database from "better-sqlite3";
import { TableDamage, checkSeed } from "@tallystick/tables";

/** How far the journal was folded, and what there is then. */
export interface WalletCheckpointRow {
  /** Hash of the journal's first event; "" before it is known. */
  readonly journal: string;
  readonly offset: number;
  /** Chain hash of the event at `offset`; "" at the beginning, or when it was not given. */
  readonly hash: string;
  /** The count of traffic; -1 before the first message, see `TrafficMeter`. */
  readonly baseLeft: number;
  readonly baseAt: number;
  readonly extraUsed: number;
  /** Parties and templates, and the checksum that chains them. */
  readonly names: number;
  readonly namesCheck: number;
  /** See `LeafTotals`. */
  readonly leaves: number;
  readonly sum: number;
}

/** The checkpoint of empty views of a journal. */
export const emptyWalletCheckpoint = (journal: string): WalletCheckpointRow => ({
  journal,
  offset: 0,
  hash: "",
  baseLeft: -1,
  baseAt: 0,
  extraUsed: 0,
  names: 0,
  namesCheck: checkSeed(journal),
  leaves: 0,
  sum: 0,
});

const numbers = [
  "offset",
  "baseLeft",
  "baseAt",
  "extraUsed",
  "names",
  "namesCheck",
  "leaves",
  "sum",
] as const;

const isRow = (value: unknown): value is WalletCheckpointRow => {
  // border: what JSON.parse gives is JSON
  const row = value as Json;
  return (
    isJsonObject(row) &&
    typeof row.journal === "string" &&
    typeof row.hash === "string" &&
    numbers.every((name) => typeof row[name] === "number")
  );
};

const textOf = (db: Database.Database): { readonly text: unknown; readonly check: unknown } => {
  const [text, check] =
    db
      .prepare<[], [unknown, unknown]>("SELECT text, check_sum FROM checkpoint WHERE id = 1")
      .raw()
      .get() ?? [];
  return { text, check };
};

/**
 * Reads the checkpoint, which says itself of which journal it is. Throws `TableDamage` when it is
 * missing or changed.
 */
export const readWalletCheckpoint = (db: Database.Database): WalletCheckpointRow => {
  const { text, check } = textOf(db);
  const row: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
  if (typeof text !== "string" || !isRow(row) || check !== crc32(text, checkSeed(row.journal)))
    throw new TableDamage("the checkpoint is missing or does not fit its checksum");
  return row;
};

/** Writes checkpoints into an open database. */
export const walletCheckpointWriter = (
  db: Database.Database,
): ((row: WalletCheckpointRow) => void) => {
  const upsert = db.prepare<[text: string, check: number]>(
    "INSERT INTO checkpoint (id, text, check_sum) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, check_sum = excluded.check_sum",
  );
  return (row) => {
    const text = JSON.stringify(row);
    upsert.run(text, crc32(text, checkSeed(row.journal)));
  };
};
