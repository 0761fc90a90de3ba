import { type Kysely, Migrator, type RawBuilder, sql } from "kysely";
import { functions } from "../schema/functions.js";
import { tables } from "../schema/tables.js";
import { type Scope, SourceError, type StoredPackage } from "../source/ledger-source.js";
import type { Created, StoredItem } from "../source/update-codec.js";
import { contractRows, type Names, packageIdsIn, rowsOfItems } from "./rows-of-items.js";
import { KnownTypes } from "./known-types.js";

type Db = Kysely<unknown>;

/** Where a store is. */
export interface StoreMark {
  readonly participantId: string;
  readonly scope: Scope;
  /** The last offset that it has. */
  readonly offset: number;
}

/** An index on a path of the payloads of a template. */
export interface DeclaredIndex {
  /** With or without its package and module. */
  readonly template: string;
  /** Names of fields, from the outside in. */
  readonly path: ReadonlyArray<string>;
}

type AskPackages = () => Promise<ReadonlyArray<StoredPackage>>;

interface State extends Names {
  readonly mark: StoreMark | undefined;
  readonly ix: number;
  readonly types: KnownTypes;
  readonly packages: Map<string, string>;
}

const up = async (db: Db): Promise<void> => {
  for (const each of [...tables, ...functions]) await sql.raw(each).execute(db);
};

const provider = { getMigrations: () => Promise.resolve({ "0001-store": { up } }) };

/** Rows whose fields have the names of a table's columns, as rows of that table. */
const rowsOf = (table: string, rows: ReadonlyArray<object>): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** Inserts rows; columns that they do not have are null. */
const insert = async (db: Db, table: string, rows: ReadonlyArray<object>): Promise<void> => {
  if (rows.length > 0)
    await sql`insert into ${sql.table(table)} select * from ${rowsOf(table, rows)}`.execute(db);
};

/** Number of a lock in the database that the one writer of a store has. */
const writerLock = 0x7a11;

/**
 * A ledger's transactions in the tables of a database. One process writes it; each batch is one
 * transaction of the database that moves the mark, so that nothing is stored twice or left out.
 */
export class QueryStore {
  readonly #db: Db;
  #state: State | undefined;

  private constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Makes the tables where they are not there, and takes the writer's lock for the life of the
   * connection.
   *
   * @param db a database with one connection
   * @throws {SourceError} another process writes to it
   * @throws {Error} the tables cannot be made, or a later version made them
   */
  static async open(db: Db): Promise<QueryStore> {
    const lock = await sql<{ has: boolean }>`
      select pg_try_advisory_lock(${writerLock}) as has`.execute(db);
    if (lock.rows[0]?.has !== true)
      throw new SourceError("another query store writes to this database", true);
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error instanceof Error) throw error;
    return new QueryStore(db);
  }

  /** Where it is; undefined before its begin. */
  async mark(): Promise<StoreMark | undefined> {
    return (await this.#read()).mark;
  }

  async #read(): Promise<State> {
    if (this.#state !== undefined) return this.#state;
    const marks = await sql<{ mark: StoreMark; ix: number }>`
      select json_build_object('participantId', participant_id, 'scope', scope, 'offset', "offset") as mark, ix::float8
      from _watermark`.execute(this.#db);
    const packages = await sql<{ package_id: string; name: string }>`
      select package_id, name from _package`.execute(this.#db);
    this.#state = {
      mark: marks.rows[0]?.mark,
      ix: marks.rows[0]?.ix ?? 0,
      types: await KnownTypes.read(this.#db),
      packages: new Map(packages.rows.map(({ package_id, name }) => [package_id, name])),
    };
    return this.#state;
  }

  /** Adds a ledger's packages, with versions that were not known; one that it lacks has its id. */
  async #learn(
    { packages: known }: State,
    ask: AskPackages,
    ids: ReadonlyArray<string>,
  ): Promise<void> {
    const found = await ask();
    await sql`insert into _package select * from
        jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as p("packageId" text, name text, version text)
      on conflict (package_id) do update set version = coalesce(excluded.version, _package.version)`.execute(
      this.#db,
    );
    for (const { packageId, name } of found) known.set(packageId, name);
    for (const id of ids) if (!known.has(id)) known.set(id, id);
  }

  /**
   * Begins the store: at offset 0 with nothing, or at a later one with the contracts that are
   * active there, all in one transaction of the database.
   */
  async begin(
    { participantId, scope, offset }: StoreMark,
    active: AsyncIterable<ReadonlyArray<ReadonlyArray<Created>>>,
    packages: AskPackages,
  ): Promise<void> {
    const names = await this.#read();
    await this.#learn(names, packages, []);
    const ix = offset === 0 ? 0 : 1;
    await this.#write(async (trx) => {
      await sql`insert into _watermark (participant_id, scope, "offset", ix, oldest_offset)
        values (${participantId}, ${JSON.stringify(scope)}::jsonb, ${offset}, ${ix}, ${offset})`.execute(
        trx,
      );
      if (ix === 1) await insert(trx, "_transaction", [{ ix, offset }]);
      for await (const page of active) {
        const rows = page.flat().flatMap((each) => contractRows(each, ix, names));
        for (const { table, row } of names.types.taken()) await insert(trx, table, [row]);
        await insert(trx, "_contract", rows);
      }
    });
    this.#state = undefined;
  }

  /**
   * Adds what follows the mark.
   *
   * @param packages is asked where items have one that is not known
   * @throws {SourceError} someone else moved the mark
   */
  async add(items: ReadonlyArray<StoredItem>, packages: AskPackages): Promise<void> {
    const before = await this.#read();
    const { mark, ix, types } = before;
    if (mark === undefined) throw new Error("the store has not begun");
    const ids = packageIdsIn(items);
    if (ids.some((id) => !before.packages.has(id))) await this.#learn(before, packages, ids);
    const rows = rowsOfItems(items, ix, before);
    await this.#write(async (trx) => {
      const moved = await sql`update _watermark set "offset" = ${rows.offset}, ix = ${rows.ix}
        where "offset" = ${mark.offset} and ix = ${ix}`.execute(trx);
      if (moved.numAffectedRows !== 1n)
        throw new SourceError("another program changed the store", true);
      for (const { table, row } of types.taken()) await insert(trx, table, [row]);
      await insert(trx, "_transaction", rows.transactions);
      await insert(trx, "_contract", rows.contracts);
      if (rows.archives.length > 0) {
        await sql`update _contract c
          set archived_at_ix = x.archived_at_ix, archive_event_id = x.archive_event_id
          from ${rowsOf("_contract", rows.archives)} x where c.contract_id = x.contract_id`.execute(
          trx,
        );
      }
      await insert(trx, "_exercise", rows.exercises);
    });
    this.#state = { ...before, mark: { ...mark, offset: rows.offset }, ix: rows.ix };
  }

  /**
   * Makes an index on a path of payloads, once a contract of the template is stored.
   *
   * @returns whether it is there
   * @throws {Error} the name is ambiguous
   */
  async index({ template, path }: DeclaredIndex): Promise<boolean> {
    const types = await sql`select _types_of(${template})`.execute(this.#db);
    if (types.rows.length === 0) return false;
    const name = `${template}_${path.join("_")}`.replaceAll(/\W/g, "_").slice(-50);
    const fields = path.map((field, at) => `${at === path.length - 1 ? "->>" : "->"}'${field}'`);
    const expression = `(payload${fields.join("")})`;
    await sql`call create_index_for_contract(${name}, ${template}, ${expression})`.execute(
      this.#db,
    );
    return true;
  }

  /** All in one transaction; after a failure the database says what is there. */
  async #write(work: (trx: Db) => Promise<void>): Promise<void> {
    try {
      await this.#db.transaction().execute(work);
    } catch (thrown) {
      this.#state = undefined;
      throw thrown;
    }
  }
}
