import { crc32 } from "node:zlib";
import type Database from "better-sqlite3";
import { TableDamage } from "../table-damage.js";

/** Names that were written in a transaction that is not committed yet. */
interface FlushedNames {
  /** How many there are then. */
  readonly count: number;
  /** Checksum of the last name, over all names before it too. */
  readonly check: number;
  /** To be called when it is committed; until then all of it counts as not written. */
  readonly done: () => void;
}

/**
 * Parties and templates by number, from 1 in the order in which events named them. All are in
 * memory: the ledger itself knows every party. More are added in memory, and written together. All
 * of it throws `TableDamage`, and what SQLite throws.
 */
export class Names {
  readonly #insert: () => Database.Statement<[id: number, text: string]>;
  readonly #after: Database.Statement<[after: number, upTo: number], [id: unknown, text: unknown]>;
  readonly #seed: number;
  readonly #texts: Array<string> = [];
  readonly #ids = new Map<string, number>();
  /** How many are written, and the checksum of the last. */
  #written = 0;
  #check: number;
  /** How many there were at `begin`. */
  #begun = 0;

  /** @param seed see `checkSeed` */
  constructor(db: Database.Database, seed: number) {
    // a database that is only read takes no such statement
    let insert: Database.Statement<[id: number, text: string]> | undefined;
    this.#insert = () => (insert ??= db.prepare("INSERT INTO name (id, text) VALUES (?, ?)"));
    this.#after = db
      .prepare<[after: number, upTo: number], [id: unknown, text: unknown]>(
        "SELECT id, text FROM name WHERE id > ? AND id <= ? ORDER BY id",
      )
      .raw();
    this.#seed = seed;
    this.#check = seed;
  }

  idOf(text: string): number | undefined {
    return this.#ids.get(text);
  }

  textOf(id: number): string {
    const text = this.#texts[id - 1];
    if (text === undefined) throw new TableDamage(`there is no name ${id}`);
    return text;
  }

  /** How many there are. */
  count(): number {
    return this.#texts.length;
  }

  /** Checksum of the last name, over all names before it too. */
  check(): number {
    let check = this.#check;
    for (let at = this.#written; at < this.#texts.length; at++)
      check = crc32(this.#texts[at] ?? "", check);
    return check;
  }

  /** Adds a name in memory. */
  add(text: string): number {
    const id = this.#texts.push(text);
    this.#ids.set(text, id);
    return id;
  }

  /** What is added from here on can be taken back, until something is written. */
  begin(): void {
    this.#begun = this.#texts.length;
  }

  /** Takes back what was added since `begin`. */
  undo(): void {
    for (const text of this.#texts.splice(Math.max(this.#begun, this.#written)))
      this.#ids.delete(text);
  }

  /** Writes what was added; in the caller's transaction. */
  flush(): FlushedNames {
    const [count, check] = [this.count(), this.check()];
    for (let id = this.#written + 1; id <= count; id++) this.#insert().run(id, this.textOf(id));
    return { count, check, done: () => this.#wrote(count, check) };
  }

  #wrote(count: number, check: number): void {
    this.#written = count;
    this.#check = check;
    this.#begun = count;
  }

  /**
   * Reads names that were written since, by another connection; throws `TableDamage` when they are
   * not those that end with this checksum. Nothing may have been added here.
   */
  catchUp(count: number, wanted: number): void {
    for (const [id, text] of count > this.count() ? this.#after.iterate(this.count(), count) : []) {
      if (id !== this.count() + 1 || typeof text !== "string") break;
      this.add(text);
    }
    if (count > this.count()) throw new TableDamage(`name ${this.count() + 1} is missing`);
    const check = this.check();
    if (count === this.count() && check !== wanted)
      throw new TableDamage("the names do not fit their checksum");
    this.#wrote(this.count(), check);
  }

  /** Forgets everything; the next `catchUp` reads all. */
  forget(): void {
    this.#texts.length = 0;
    this.#ids.clear();
    this.#wrote(0, this.#seed);
  }
}
