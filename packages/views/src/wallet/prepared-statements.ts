import type Database from "better-sqlite3";

const maxCachedNames = 200_000;

/** The statements of a database, each prepared once, and the numbers of its names. */
export class PreparedStatements {
  readonly #db: Database.Database;
  readonly #names = new Map<string, number>();
  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Runs a statement that answers nothing. @returns how many rows it has changed */
  run(sql: string, ...values: ReadonlyArray<unknown>): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** The first row of a query. */
  get<R>(sql: string, ...values: ReadonlyArray<unknown>): R | undefined {
    // border: the columns are those of our own tables
    return this.#statement(sql).get(...values) as R | undefined;
  }

  /** All rows of a query. */
  all<R>(sql: string, ...values: ReadonlyArray<unknown>): ReadonlyArray<R> {
    // border: the columns are those of our own tables
    return this.#statement(sql).all(...values) as ReadonlyArray<R>;
  }

  #statement(sql: string): Database.Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare<unknown[]>(sql);
    this.#statements.set(sql, made);
    return made;
  }

  /** The number of a party or template, given to it when it has none. */
  numberOf(text: string): number {
    const known = this.known(text);
    if (known !== undefined) return known;
    this.run("INSERT INTO names (text) VALUES (?)", text);
    return this.known(text) ?? 0;
  }

  /** The number of a party or template that has one. */
  known(text: string): number | undefined {
    const cached = this.#names.get(text);
    if (cached !== undefined) return cached;
    const row = this.get<{ readonly id: number }>("SELECT id FROM names WHERE text = ?", text);
    if (row === undefined) return undefined;
    if (this.#names.size >= maxCachedNames) this.#names.clear();
    this.#names.set(text, row.id);
    return row.id;
  }

  /** Forgets numbers given in a transaction of the database that did not come about. */
  forgetNames(): void {
    this.#names.clear();
  }
}
