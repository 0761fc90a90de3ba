import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { TableDamage } from "../table-damage.js";

/**
 * Parties and templates by number, from 1 in the order in which events named them. All are in
 * memory: the ledger itself knows every party.
 */
export interface NameTable {
  idOf(text: string): number | undefined;
  textOf(id: number): string;
  /** How many there are. */
  count(): number;
  /** Checksum of the last name, over all names before it too. */
  check(): number;
  /** Adds a name; in the caller's transaction. */
  add(text: string): number;
  /**
   * Reads names added since, by another connection; throws `TableDamage` when they are not those
   * that end with this checksum.
   */
  catchUp(count: number, check: number): void;
  /** Forgets everything; the next `catchUp` reads all. */
  forget(): void;
}

/** The names of an open database. @param seed see `checkSeed` */
export const nameTable = (db: Database.Database, seed: number): NameTable => {
  const insert = db.prepare<[id: number, text: string]>(
    "INSERT INTO name (id, text) VALUES (?, ?)",
  );
  const after = db
    .prepare<[after: number, upTo: number], [id: unknown, text: unknown]>(
      "SELECT id, text FROM name WHERE id > ? AND id <= ? ORDER BY id",
    )
    .raw();
  let texts: Array<string> = [];
  let ids = new Map<string, number>();
  let check = seed;
  const keep = (text: string): number => {
    const id = texts.push(text);
    ids.set(text, id);
    check = crc32(text, check);
    return id;
  };
  return {
    idOf: (text) => ids.get(text),
    textOf: (id) => {
      const text = texts[id - 1];
      if (text === undefined) throw new TableDamage(`there is no name ${id}`);
      return text;
    },
    count: () => texts.length,
    check: () => check,
    add: (text) => {
      insert.run(texts.length + 1, text);
      return keep(text);
    },
    catchUp: (count, wanted) => {
      if (count > texts.length) {
        for (const [id, text] of after.iterate(texts.length, count)) {
          if (id !== texts.length + 1 || typeof text !== "string")
            throw new TableDamage(`name ${texts.length + 1} is missing`);
          keep(text);
        }
      }
      if (count === texts.length && check !== wanted)
        throw new TableDamage("the names do not fit their checksum");
      if (count > texts.length) throw new TableDamage(`name ${texts.length + 1} is missing`);
    },
    forget: () => {
      texts = [];
      ids = new Map();
      check = seed;
    },
  };
};
