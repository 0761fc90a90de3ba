import { type Kysely, type Migration, Migrator, sql } from "kysely";
import { functions } from "./functions.js";
import { tables } from "./tables.js";

const run = (statements: ReadonlyArray<string>): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const each of statements) await sql.raw(each).execute(db);
  },
});

const migrations: Readonly<Record<string, Migration>> = {
  "0001-tables": run(tables),
  "0002-functions": run(functions),
};

/**
 * Brings the tables and functions of a database to those of this version; one process at a time.
 *
 * @throws {Error} they cannot be made, or a later version made them
 */
export const migrate = async (db: Kysely<unknown>): Promise<void> => {
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error instanceof Error) throw error;
};
