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
 * SQLite ends a text at U+0000 in some of its functions, and the drivers at other places: a text
 * with it would be stored or searched as another one. So it is stored as two characters U+0001, and
 * U+0001 as U+0001 U+0002; the order of texts stays as it is.
 */
const storedText = (text: string): string =>
  text.replaceAll("\u0001", "\u0001\u0002").replaceAll("\0", "\u0001\u0001");

// every U+0001 that is stored begins a pair, so that the first two of a row of them are one
const readText = (stored: string): string =>
  stored.replaceAll("\u0001\u0001", "\0").replaceAll("\u0001\u0002", "\u0001");

const stored = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const isPlain = values.every(
    (value) => typeof value !== "string" || !(value.includes("\0") || value.includes("\u0001")),
  );
  if (isPlain) return values;
  return values.map((value) => (typeof value === "string" ? storedText(value) : value));
};

const isMarked = (value: unknown): value is string =>
  typeof value === "string" && value.includes("\u0001");

/** A row with its texts as they were given; changed in place. */
const asGiven = (row: unknown): unknown => {
  if (Array.isArray(row)) {
    // an iterator takes as long as half of the row
    for (let at = 0; at < row.length; at++) {
      const value: unknown = row[at];
      if (isMarked(value)) row[at] = readText(value);
    }
  } else if (typeof row === "object" && row !== null) {
    for (const [name, value] of Object.entries(row))
      if (isMarked(value)) Reflect.set(row, name, readText(value));
  }
  return row;
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

  /** @param check called after each reading; throws when what was read counts for nothing */
  constructor(
    statement: DriverStatement,
    private readonly check?: () => void,
  ) {
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
    const { changes, lastInsertRowid } = this.#statement.run(...stored(values));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  /** The first row; undefined when there is none. */
  get(...values: P): R | undefined {
    const row = asGiven(this.#statement.get(...stored(values)));
    this.check?.();
    // border: the caller names the rows of its own SQL
    return (this.#form === "first" ? firstOf(row) : row) as R | undefined;
  }

  all(...values: P): Array<R> {
    const rows = this.#statement.all(...stored(values)).map(asGiven);
    this.check?.();
    // border: the caller names the rows of its own SQL
    return (this.#form === "first" ? rows.map(firstOf) : rows) as Array<R>;
  }

  /** The rows one after the other. The statement may not be used again until they end. */
  iterate(...values: P): IterableIterator<R> {
    const rows = this.#statement.iterate(...stored(values));
    // border: the caller names the rows of its own SQL
    return rowsOf(rows, this.#form, this.check) as IterableIterator<R>;
  }
}

function* rowsOf(
  rows: Iterable<unknown>,
  form: RowForm,
  check: (() => void) | undefined,
): Generator<unknown, void, undefined> {
  for (const row of rows) {
    check?.();
    yield form === "first" ? firstOf(asGiven(row)) : asGiven(row);
  }
}
