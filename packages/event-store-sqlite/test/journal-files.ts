import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import {
  appendToEnd,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { Database } from "@tallystick/sqlite";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "../src/index.js";

export const STREAM = "participant-1";

/** A fresh folder with the path of a journal in it; removed by `cleanUp`. */
export const journalFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-sqlite-"));
  return { file: join(folder, "journal.db"), cleanUp: () => rmSync(folder, { recursive: true }) };
};

export const opened = async (options: SqliteStoreOptions): Promise<SqliteStore> =>
  rightOf(await sqliteStore(options));

export const rightOf = <A>(result: Either<StoreError, A>): A => {
  if (isLeft(result)) throw new Error(`unexpected error ${JSON.stringify(result.left)}`);
  return result.right;
};

export const leftOf = (result: Either<StoreError, unknown>): StoreError => {
  if (isRight(result)) throw new Error("unexpected success");
  return result.left;
};

/** How many events a stream that was verified has. */
export const countIn = (
  verified: Either<StoreError, { readonly revision: number | "no-stream" }>,
): number => {
  const { revision } = rightOf(verified);
  return revision === "no-stream" ? 0 : revision + 1;
};

export const newEvents = (count: number, dataLength = 10): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: "Counted",
    data: JSON.stringify("x".repeat(dataLength)),
    metadata: "",
  }));

/** Creates a journal of this many events of one stream, and closes it. */
export const writeJournal = async (file: string, count: number): Promise<void> => {
  const store = await opened({ file });
  rightOf(await appendToEnd(store, STREAM, newEvents(count)));
  await store.close();
};

/** Does to the file what no store would, by a connection of its own. */
export const tamper = (file: string, sql: string): void => {
  const db = new Database(file);
  db.exec(sql);
  db.close();
};

/** Everything a read delivers until it ends or fails. */
export const readToEnd = async (
  pages: ReturnType<EventStore["readStream"]>,
): Promise<{
  readonly events: ReadonlyArray<RecordedEvent>;
  readonly error: StoreError | undefined;
  readonly pages: number;
}> => {
  const events: RecordedEvent[] = [];
  let count = 0;
  for await (const page of pages) {
    if (isLeft(page)) return { events, error: page.left, pages: count };
    count += 1;
    events.push(...page.right);
  }
  return { events, error: undefined, pages: count };
};
