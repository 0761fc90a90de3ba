import { checkpointReader, openTableFile } from "@tallystick/tables";
import type { Database, Statement } from "@tallystick/sqlite";
import {
  emptyWalletCheckpoint,
  type WalletCheckpointRow,
  walletKind,
} from "../../src/wallet/wallet-kind.js";
import { rightOf } from "../journal-fixture.js";

/** An empty database of the wallet's views. */
export const leafDatabase = (): Database => rightOf(openTableFile(":memory:", walletKind)).db;

export const leafSeed = 5;

/** A database that counts. */
export interface CountedReads {
  readonly db: Database;
  readonly count: () => number;
}

/** The database, with a count of the blocks that are read. */
export const countReads = (db: Database): CountedReads => {
  let reads = 0;
  const counted = (statement: Statement): Statement =>
    new Proxy(statement, {
      get: (of, member) => {
        const found: unknown = Reflect.get(of, member);
        if (typeof found !== "function") return found;
        if (member === "raw") return () => counted(of.raw());
        if (member === "iterate") {
          return function* (...values: ReadonlyArray<unknown>) {
            for (const row of of.iterate(...values)) {
              reads += 1;
              yield row;
            }
          };
        }
        return (...values: ReadonlyArray<unknown>) => {
          if (member === "get") reads += 1;
          return found.apply(of, values);
        };
      },
    });
  const counting = new Proxy(db, {
    get: (target, name) =>
      name === "prepare"
        ? (sql: string) => counted(target.prepare(sql))
        : Reflect.get(target, name),
  });
  return { db: counting, count: () => reads };
};

/** The checkpoint in a database. */
export const checkpointOf = (db: Database): WalletCheckpointRow =>
  checkpointReader(db, emptyWalletCheckpoint(""))();
