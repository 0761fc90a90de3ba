import { Database } from "@tallystick/sqlite";
import type { Checkpoint as FileCheckpoint } from "@tallystick/tables";
import { left } from "fp-ts/lib/Either.js";
import { rebuilding } from "../interface/passing-errors.js";
import type { CheckedTables, Fold } from "./fold.js";
import {
  type FoldingData,
  type FoldingOutcome,
  type FoldingRequest,
  foldThread,
  type FoldThread,
  type FoldThreadListener,
  outcomeOf,
} from "./fold-thread.js";

/** The file of a fold while a thread has it, and its reader meanwhile. */
export class LentFile<Row extends FileCheckpoint, Tables, Changes> {
  readonly #reads: Fold<Row, Tables, Changes>["reader"];
  readonly #data: FoldingData;
  readonly #start: () => FoldThread;
  #thread: FoldThread;
  #reader: { readonly db: Database; readonly checked: CheckedTables<Tables> } | undefined;
  /** False from damage on until the thread has folded into an empty file. */
  #isSound = true;
  /** How often it was emptied: outcomes from before that count for nothing. */
  #emptied = 0;

  /** @param script the module of the thread, see `answerFolds` */
  constructor(
    { reader }: Fold<Row, Tables, Changes>,
    script: URL,
    data: FoldingData,
    listener: FoldThreadListener,
  ) {
    this.#reads = reader;
    this.#data = data;
    this.#start = () => foldThread(script, data, listener);
    this.#thread = this.#start();
  }

  /** Read beside the thread; undefined when that cannot be. Throws what SQLite throws. */
  tables(): CheckedTables<Tables> | undefined {
    if (!this.#isSound || this.#reads === undefined) return undefined;
    if (this.#reader === undefined) {
      const { path, journal } = this.#data;
      const db = new Database(path, { readOnly: true });
      this.#reader = { db, checked: this.#reads(db, journal) };
    }
    return this.#reader.checked;
  }

  async ask(request: FoldingRequest): Promise<FoldingOutcome> {
    const emptied = this.#emptied;
    const outcome = outcomeOf(await this.#thread.ask(request));
    return emptied === this.#emptied ? outcome : left(rebuilding);
  }

  /** To be called when the thread empties it, or has. */
  empty(): void {
    this.#closeReader();
    this.#isSound = false;
    this.#emptied += 1;
  }

  /** To be called when the thread has opened it, or has folded. */
  folded(): void {
    this.#isSound = true;
  }

  /** Stops the thread, which writes what it has folded. */
  async stop(): Promise<void> {
    // the thread closes the last connection, which copies the log into the file
    this.#closeReader();
    await this.#thread.stop();
  }

  /** Starts another thread after `stop`. */
  restart(): void {
    this.#thread = this.#start();
  }

  #closeReader(): void {
    this.#reader?.db.close();
    this.#reader = undefined;
  }
}
