import { type Kysely, type RawBuilder, sql } from "kysely";

/** Rows whose fields have the names of a table's columns, as rows of that table. */
export const rowsOf = (table: string, rows: ReadonlyArray<object>): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows; columns that they do not have are null. */
export const insertRows = async (
  db: Kysely<unknown>,
  table: string,
  rows: ReadonlyArray<object>,
): Promise<void> => {
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} select * from ${rowsOf(table, rows)}`.execute(db);
};
