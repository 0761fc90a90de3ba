import { crc32 } from "node:zlib";
import type { Database } from "@tallystick/sqlite";
import { TableDamage } from "../table-damage.js";
import { type BlockTotals, checkSeed } from "./block-rows.js";

/** How far a journal is folded into a file, and the counts of what it holds. */
export interface Checkpoint {
  /** Hash of the journal's first event; "" before it is known. */
  readonly journal: string;
  readonly offset: number;
  /** Chain hash of the event at `offset`; "" at the beginning, or when it was not given. */
  readonly hash: string;
  /** Parties and templates, and the checksum that chains them, see `Names`. */
  readonly names: number;
  readonly namesCheck: number;
  readonly totals: BlockTotals;
}

/** The checkpoint of empty tables of a journal. */
export const emptyCheckpoint = (journal: string): Checkpoint => ({
  journal,
  offset: 0,
  hash: "",
  names: 0,
  namesCheck: checkSeed(journal),
  totals: { blocks: 0, sum: 0 },
});

/** Whether a value has the fields of another, each of the same type. */
const isAlike = (value: unknown, like: unknown): boolean =>
  typeof like === "object" && like !== null
    ? typeof value === "object" &&
      value !== null &&
      Object.entries(like).every(([name, of]) => isAlike(Reflect.get(value, name), of))
    : typeof value === typeof like;

/**
 * Reads the checkpoint of an open database: JSON with a CRC-32. Throws `TableDamage` when it is
 * missing, changed, or of another form.
 *
 * @param like an example of the expected form
 */
export const checkpointReader = <C extends Checkpoint>(db: Database, like: C): (() => C) => {
  const select = db
    .prepare<[], [text: unknown, check: unknown]>(
      "SELECT text, check_sum FROM checkpoint WHERE id = 1",
    )
    .raw();
  const isOurs = (value: unknown): value is C => isAlike(value, like);
  return () => {
    const [text, check] = select.get() ?? [];
    if (typeof text !== "string" || check !== crc32(text))
      throw new TableDamage("the checkpoint is missing or does not match its checksum");
    const row: unknown = JSON.parse(text);
    if (!isOurs(row)) throw new TableDamage("the checkpoint is malformed");
    return row;
  };
};

/** Writes checkpoints into an open database; in the caller's transaction. */
export const checkpointWriter = (db: Database): ((row: Checkpoint) => void) => {
  const upsert = db.prepare<[text: string, check: number]>(
    "INSERT INTO checkpoint (id, text, check_sum) VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, check_sum = excluded.check_sum",
  );
  return (row) => {
    const text = JSON.stringify(row);
    upsert.run(text, crc32(text));
  };
};
