import type { DriverStatement } from "./driver.js";

/** What a statement that wrote says. */
export interface RunResult {
  /** Rows that were inserted, changed or deleted. */
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/** How rows are returned: as objects by column, as arrays, or only the first column. */
type RowForm = "object" | "array" | "first";

/**
 * SQLite ends a text at U+0000 in some of its functions, and one of the drivers in all of them: a
 * text with it would be stored or searched as another one.
 */
const withoutNul = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\0"))
      throw new TypeError("a text for SQLite has the character U+0000, expected none");
  }
  return values;
};

const firstOf = (row: unknown): unknown => (Array.isArray(row) ? row[0] : row);

/**
 * A prepared statement.
 *
 * @typeParam P its parameters in their order
 * @typeParam R a row of it
 */
export class Statement<P extends ReadonlyArray<unknown> = ReadonlyArray<unknown>, R = unknown> {
  readonly #statement: DriverStatement;
  #form: RowForm = "object";

  constructor(statement: DriverStatement) {
    this.#statement = statement;
  }

  /** From now on rows are arrays of the columns. */
  raw(): this {
    return this.#returning("array");
  }

  /** From now on rows are the value of their first column. */
  pluck(): this {
    return this.#returning("first");
  }

  #returning(form: RowForm): this {
    this.#form = form;
    this.#statement.setReturnArrays(true);
    return this;
  }

  run(...values: P): RunResult {
    const { changes, lastInsertRowid } = this.#statement.run(...withoutNul(values));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  /** The first row; undefined when there is none. */
  get(...values: P): R | undefined {
    const row = this.#statement.get(...withoutNul(values));
    // border: the caller names the rows of its own SQL
    return (this.#form === "first" ? firstOf(row) : row) as R | undefined;
  }

  all(...values: P): Array<R> {
    const rows = this.#statement.all(...withoutNul(values));
    // border: the caller names the rows of its own SQL
    return (this.#form === "first" ? rows.map(firstOf) : rows) as Array<R>;
  }

  /** The rows one after the other. The statement may not be used again until they end. */
  iterate(...values: P): IterableIterator<R> {
    const rows = this.#statement.iterate(...withoutNul(values));
    // border: the caller names the rows of its own SQL
    return (this.#form === "first" ? firsts(rows) : rows) as IterableIterator<R>;
  }
}

function* firsts(rows: Iterable<unknown>): Generator<unknown, void, undefined> {
  for (const row of rows) yield firstOf(row);
}
