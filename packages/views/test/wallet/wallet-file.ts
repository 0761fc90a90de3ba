import { checkpointReader } from "@tallystick/tables";
import Database from "better-sqlite3";
import { emptyWalletCheckpoint, type WalletCheckpointRow } from "../../src/wallet/wallet-kind.js";

/** A database with the tables of leaves and names. */
export const leafDatabase = (): Database.Database => {
  const db = new Database(":memory:");
  db.exec(`
    CREATE TABLE leaf (
      id INTEGER PRIMARY KEY, tree INTEGER NOT NULL, first TEXT NOT NULL, text TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX leaf_place ON leaf (tree, first);
    CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  `);
  return db;
};

export const leafSeed = 5;

/** A database that counts. */
export interface CountedReads {
  readonly db: Database.Database;
  readonly count: () => number;
}

/** The database, with a count of the leaves that are read. */
export const countReads = (db: Database.Database): CountedReads => {
  let reads = 0;
  const counting = new Proxy(db, {
    get: (target, name) => {
      if (name !== "prepare") return Reflect.get(target, name);
      return (sql: string) => {
        const statement = target.prepare(sql);
        if (!sql.startsWith("SELECT id")) return statement;
        return {
          get: (...values: ReadonlyArray<unknown>) => {
            reads += 1;
            return statement.get(...values);
          },
          *iterate(...values: ReadonlyArray<unknown>) {
            for (const row of statement.iterate(...values)) {
              reads += 1;
              yield row;
            }
          },
        };
      };
    },
  });
  return { db: counting, count: () => reads };
};

/** The checkpoint in a database. */
export const checkpointOf = (db: Database.Database): WalletCheckpointRow =>
  checkpointReader(db, emptyWalletCheckpoint(""))();
