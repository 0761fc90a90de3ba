import {
  embeddedDatabase,
  embeddedSource,
  followLedger,
  QueryStore,
  type StoreDatabase,
} from "@tallystick/query-store";
import { sql } from "kysely";
import type { OpenContender } from "../contender.js";
import { timed, working } from "../work.js";
import { openBenchLedger } from "./ledger.js";

/** An embedded database takes seconds to begin, so that one is used again. */
const emptied = async (db: StoreDatabase["db"]): Promise<void> => {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
};

const scope = { parties: [], interfaces: [], blobs: false };

/** Stores all transactions of the data set in an embedded Postgres, each run from the first. */
export const storing: OpenContender = async ({ dataSet }) => {
  const { ledger } = await openBenchLedger({ data: dataSet });
  const database = await embeddedDatabase(undefined, 0);
  const { signal } = new AbortController();
  const follow = async (store: QueryStore): Promise<number> => {
    await followLedger(embeddedSource(ledger), store, { scope, once: true, signal });
    return ledger.ledgerEnd();
  };
  const run = async () => {
    await emptied(database.db);
    const store = await QueryStore.open(database.db);
    return timed(() => follow(store));
  };
  const close = async (): Promise<void> => {
    await database.close();
    await ledger.close();
  };
  return working(run, { close });
};
