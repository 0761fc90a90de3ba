import { type Kysely, Migrator, sql } from "kysely";
import { functions } from "./functions.js";
import { tables } from "./tables.js";

const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const each of [...tables, ...functions]) await sql.raw(each).execute(db);
};

const provider = { getMigrations: () => Promise.resolve({ "0001-store": { up } }) };

/**
 * Brings the tables and functions of a database to those of this version; one process at a time.
 *
 * @throws {Error} they cannot be made, or a later version made them
 */
export const migrate = async (db: Kysely<unknown>): Promise<void> => {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error instanceof Error) throw error;
};
