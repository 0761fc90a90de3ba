import { existsSync } from "node:fs";
import { type DriverConnection, sqliteDriver } from "./driver.js";
import { sqliteError } from "./sqlite-error.js";
import { Statement } from "./statement.js";
import { type StillFile, stillFile } from "./still-file.js";

/** How long a statement waits for another connection's write, unless told; milliseconds. */
const DEFAULT_TIMEOUT_MS = 5_000;

/** How a database is opened. */
export interface DatabaseOptions {
  /**
   * Opens a file that exists, and writes nothing: also in a folder in which nothing may be written,
   * where no log and no other connection is beside it.
   */
  readonly readOnly?: boolean;
  /** Throws `SQLITE_CANTOPEN` instead of creating the file. */
  readonly fileMustExist?: boolean;
  /** How long a statement waits for another connection's write; milliseconds, default 5,000. */
  readonly timeout?: number;
}

/** Which lock a transaction takes at its start. */
export type TransactionMode = "DEFERRED" | "IMMEDIATE";

/** How the file can be read where it cannot be read as usual; then the connection is closed. */
const stillInstead = (opened: DriverConnection, file: string): StillFile | undefined => {
  try {
    opened.prepare("PRAGMA schema_version").get();
    return undefined;
  } catch (thrown) {
    const still = stillFile(file, thrown);
    if (still !== undefined) opened.close();
    return still;
  }
};

/**
 * A connection to a database, by whichever driver there is. Its functions throw what SQLite throws;
 * `sqliteCode` names it.
 */
export class Database {
  readonly #connection: DriverConnection;
  /** Where the file is in a folder in which SQLite may make no others. */
  readonly #still: StillFile | undefined;
  readonly readOnly: boolean;
  #isOpen = true;
  readonly #control = new Map<string, Statement>();

  /** @param file a path, or ":memory:" */
  constructor(file: string, options: DatabaseOptions = {}) {
    const { readOnly = false, fileMustExist = false, timeout = DEFAULT_TIMEOUT_MS } = options;
    if (fileMustExist && !existsSync(file))
      throw sqliteError("unable to open database file", "SQLITE_CANTOPEN");
    const { DatabaseSync } = sqliteDriver().driver;
    const opened = new DatabaseSync(file, { readOnly, timeout });
    this.#still = readOnly ? stillInstead(opened, file) : undefined;
    this.#connection =
      this.#still === undefined
        ? opened
        : new DatabaseSync(this.#still.address, { readOnly, timeout });
    this.readOnly = readOnly;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether a transaction is open: some errors end it. */
  get isTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  prepare<P extends ReadonlyArray<unknown> = ReadonlyArray<unknown>, R = unknown>(
    sql: string,
  ): Statement<P, R> {
    return new Statement<P, R>(this.#connection.prepare(sql), this.#still?.check);
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#connection.exec(sql);
  }

  /** Runs a pragma. @returns the first value it returns, if any */
  pragma(text: string): unknown {
    return this.prepare(`PRAGMA ${text}`).pluck().all()[0];
  }

  /**
   * Copies the log of a WAL database into its file. Throws what SQLite throws.
   *
   * @param mode TRUNCATE waits for readers, as long as the timeout, and empties the log
   * @returns whether a reader or writer was in the way, and the pages of the log
   */
  checkpoint(mode: "PASSIVE" | "TRUNCATE"): { readonly isBusy: boolean; readonly pages: number } {
    const [row] = this.prepare<[], [busy: number, pages: number]>(`PRAGMA wal_checkpoint(${mode})`)
      .raw()
      .all();
    return { isBusy: row?.[0] !== 0, pages: row?.[1] ?? 0 };
  }

  /**
   * Runs `work` in one transaction, and undoes it when it throws. Within a transaction it is a part
   * of that one.
   */
  transaction<A>(work: () => A, mode: TransactionMode = "DEFERRED"): A {
    if (this.isTransaction) return this.#part(work);
    this.#run(`BEGIN ${mode}`);
    try {
      const result = work();
      this.#run("COMMIT");
      return result;
    } catch (thrown) {
      if (this.#isOpen && this.isTransaction) this.#run("ROLLBACK");
      throw thrown;
    }
  }

  #part<A>(work: () => A): A {
    this.#run("SAVEPOINT part");
    try {
      const result = work();
      this.#run("RELEASE part");
      return result;
    } catch (thrown) {
      if (this.#isOpen && this.isTransaction) {
        this.#run("ROLLBACK TO part");
        this.#run("RELEASE part");
      }
      throw thrown;
    }
  }

  /** Ends the connection; nothing when it has ended. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#control.clear();
    this.#connection.close();
  }

  #run(sql: string): void {
    let statement = this.#control.get(sql);
    if (statement === undefined) this.#control.set(sql, (statement = this.prepare(sql)));
    statement.run();
  }
}
