import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { exclusiveLock } from "@tallystick/sqlite";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

/** A database with one connection, which belongs to a store. */
export interface StoreDatabase {
  readonly db: Kysely<unknown>;
  /** Where others connect: `postgres://…`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Connects to a server of Postgres.
 *
 * @param url `postgres://user:password@host:port/database`
 */
export const serverDatabase = (url: string): StoreDatabase => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    application_name: "tallystick query-store",
  });
  // a lost connection fails the next query
  pool.on("error", () => {});
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { db, url, close: () => db.destroy() };
};

/**
 * Takes the folder of an embedded Postgres for this process: two that have its files at the same
 * time would destroy them. The operating system gives it back when the process dies.
 *
 * @returns what gives it back
 */
export const lockFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = exclusiveLock(join(folder, "tallystick.lock"));
  if (release !== undefined) return release;
  throw new Error(`${folder} is in use by another query store; stop that, or use another folder`);
};

const host = "127.0.0.1";

/** Readers of an embedded database at the same time. */
const MAX_READERS = 32;

/** Throws `EADDRINUSE` at once: a database takes seconds to be made, and then has no port. */
const expectFreePort = async (port: number): Promise<void> => {
  const trial = createServer().listen(port, host);
  await once(trial, "listening");
  trial.close();
  await once(trial, "close");
};

/**
 * Opens an embedded Postgres in this process, and serves it to others of this machine.
 *
 * @param folder where its files are; undefined: in memory
 * @param port of the loopback address; 0 for a free one
 * @throws {Error} another process has the folder, or (`EADDRINUSE`) the port
 */
export const embeddedDatabase = async (
  folder: string | undefined,
  port: number,
): Promise<StoreDatabase> => {
  const release = folder === undefined ? () => {} : lockFolder(folder);
  let embedded: PGlite | undefined;
  try {
    if (port !== 0) await expectFreePort(port);
    embedded = await PGlite.create(folder === undefined ? {} : { dataDir: folder });
    return await served(embedded, port, release);
  } catch (thrown) {
    await embedded?.close();
    release();
    throw thrown;
  }
};

const served = async (
  embedded: PGlite,
  port: number,
  release: () => void,
): Promise<StoreDatabase> => {
  const options = { db: embedded, host, port, maxConnections: MAX_READERS + 1 };
  const server = new PGLiteSocketServer(options);
  await server.start();
  // the store is a client like its readers: the server keeps transactions apart
  const own = serverDatabase(`postgres://postgres@${server.getServerConn()}/postgres`);
  return {
    ...own,
    close: async () => {
      await own.close();
      await server.stop();
      await embedded.close();
      release();
    },
  };
};
