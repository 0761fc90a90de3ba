import { crc32 } from "node:zlib";
import type { Database, Statement } from "@tallystick/sqlite";
import { TableDamage } from "../table-damage.js";

/** Writes of a transaction that is not committed yet. */
interface FlushedNames {
  /** The number of names after the commit. */
  readonly count: number;
  /** Checksum of the last name and of all names before it. */
  readonly check: number;
  /** To be called after the commit; until then everything counts as unwritten. */
  readonly done: () => void;
}

/**
 * Parties and templates by number, from 1 in the order of their first events. All are in memory, as
 * all parties are. New ones are added in memory and written together. All functions throw
 * `TableDamage`, or what SQLite throws.
 */
export class Names {
  readonly #insert: () => Statement<[id: number, text: string]>;
  readonly #after: Statement<[after: number, upTo: number], [id: unknown, text: unknown]>;
  readonly #seed: number;
  readonly #texts: Array<string> = [];
  readonly #ids = new Map<string, number>();
  /** The number of written names, and the checksum of the last. */
  #written = 0;
  #check: number;
  /** Their number at `begin`. */
  #begun = 0;

  /** @param seed see `checkSeed` */
  constructor(db: Database, seed: number) {
    // a read-only database cannot prepare it
    let insert: Statement<[id: number, text: string]> | undefined;
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

  /** The number of names. */
  count(): number {
    return this.#texts.length;
  }

  /** Checksum of the last name and of all names before it. */
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

  /** Additions from here on can be undone, until something is written. */
  begin(): void {
    this.#begun = this.#texts.length;
  }

  /** Undoes the additions since `begin`. */
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
   * Reads names that another connection has written since; throws `TableDamage` when they do not
   * end with this checksum. There must be no additions here.
   */
  catchUp(count: number, wanted: number): void {
    for (const [id, text] of count > this.count() ? this.#after.iterate(this.count(), count) : []) {
      if (id !== this.count() + 1 || typeof text !== "string") break;
      this.add(text);
    }
    if (count > this.count()) throw new TableDamage(`name ${this.count() + 1} is missing`);
    const check = this.check();
    if (count === this.count() && check !== wanted)
      throw new TableDamage("the names do not match their checksum");
    this.#wrote(this.count(), check);
  }

  /** Drops everything; the next `catchUp` reads all. */
  forget(): void {
    this.#texts.length = 0;
    this.#ids.clear();
    this.#wrote(0, this.#seed);
  }
}
