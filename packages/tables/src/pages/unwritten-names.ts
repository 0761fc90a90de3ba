import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { type NameTable, nameTable } from "./name-table.js";

/** Names that were written in a transaction that is not committed yet. */
interface FlushedNames {
  /** How many there are then, and their checksum, see `NameTable`. */
  readonly count: number;
  readonly check: number;
  /** To be called when it is committed; until then all of it counts as not written. */
  readonly done: () => void;
}

/**
 * The names of an open database to which more are added in memory, until they are written together.
 * All of it throws `TableDamage`, and what SQLite throws.
 */
export class UnwrittenNames implements NameTable {
  readonly #written: NameTable;
  readonly #insert: Database.Statement<[id: number, text: string]>;
  readonly #texts: Array<string> = [];
  readonly #ids = new Map<string, number>();
  #begun = 0;

  /** @param seed see `checkSeed` */
  constructor(db: Database.Database, seed: number) {
    this.#written = nameTable(db, seed);
    this.#insert = db.prepare("INSERT INTO name (id, text) VALUES (?, ?)");
  }

  idOf(text: string): number | undefined {
    return this.#written.idOf(text) ?? this.#ids.get(text);
  }

  textOf(id: number): string {
    return this.#texts[id - 1 - this.#written.count()] ?? this.#written.textOf(id);
  }

  count(): number {
    return this.#written.count() + this.#texts.length;
  }

  check(): number {
    return this.#texts.reduce((check, text) => crc32(text, check), this.#written.check());
  }

  /** Adds a name in memory. */
  add(text: string): number {
    this.#texts.push(text);
    const id = this.count();
    this.#ids.set(text, id);
    return id;
  }

  /** What is added from here on can be taken back, until something is written. */
  begin(): void {
    this.#begun = this.#texts.length;
  }

  /** Takes back what was added since `begin`. */
  undo(): void {
    for (const text of this.#texts.splice(this.#begun)) this.#ids.delete(text);
  }

  /** Writes what was added; in the caller's transaction. */
  flush(): FlushedNames {
    const [count, check] = [this.count(), this.check()];
    let id = this.#written.count();
    for (const text of this.#texts) {
      id += 1;
      this.#insert.run(id, text);
    }
    return { count, check, done: () => this.#wrote(count, check) };
  }

  #wrote(count: number, check: number): void {
    this.#keepNothing();
    this.#written.catchUp(count, check);
  }

  catchUp(count: number, check: number): void {
    this.#written.catchUp(count, check);
  }

  forget(): void {
    this.#written.forget();
    this.#keepNothing();
  }

  #keepNothing(): void {
    this.#texts.length = 0;
    this.#ids.clear();
    this.#begun = 0;
  }
}
