// The peer of the command rows: a decider behind the command handler of emmett, on its SQLite store and on its in-memory store.

import { CommandHandler, getInMemoryEventStore } from "@event-driven-io/emmett";
import {
  getSQLiteEventStore,
  SQLiteConnectionPool,
  sqliteConnection,
} from "@event-driven-io/emmett-sqlite";
import { join } from "node:path";

/** The in-memory store counts all its streams at each append, so a fresh one each so many commands is its best case. */
const commandsPerInMemoryStore = 256;

const handler = CommandHandler({
  initialState: () => ({ exists: false }),
  evolve: () => ({ exists: true }),
});

/**
 * One command: reads the stream, decides, appends one event.
 * @param {unknown} store
 * @param {string} stream a stream that does not exist yet
 * @param {unknown} data the event's payload
 */
function createPing(store, stream, data) {
  return handler(store, stream, (state) => {
    if (state.exists) throw new Error("the contract exists already");
    return { type: "PingCreated", data };
  });
}

/**
 * Its fastest configuration on disk: one connection that all commands share. With the default, a connection for each operation without a
 * busy timeout, nothing completes as soon as several commands run at once.
 * @param {string} folder where the database file is made
 */
export async function openEmmettSqlite(folder) {
  const fileName = join(folder, "emmett.db");
  const connection = sqliteConnection({ fileName });
  const store = getSQLiteEventStore({
    fileName,
    pool: SQLiteConnectionPool({ fileName, connectionOptions: { singleton: true, connection } }),
    schema: { autoMigration: "CreateOrUpdate" },
  });
  const synchronous = await connection.querySingle("PRAGMA synchronous");
  if (synchronous?.synchronous !== 2) throw new Error("emmett's store is not durable");
  await createPing(store, "first", {});
  return {
    handle: (stream, data) => createPing(store, stream, data),
    close: async () => connection.close(),
  };
}

/** Its in-memory store, kept small. */
export async function openEmmettMemory() {
  let store = getInMemoryEventStore();
  let commands = 0;
  return {
    handle: (stream, data) => {
      commands += 1;
      if (commands % commandsPerInMemoryStore === 0) store = getInMemoryEventStore();
      return createPing(store, stream, data);
    },
    close: async () => {},
  };
}
