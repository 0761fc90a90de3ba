import { type Kysely, sql } from "kysely";
import { migrate } from "../schema/migrations.js";
import { type Scope, SourceError, type StoredPackage } from "../source/ledger-source.js";
import type { Created, StoredItem } from "../source/update-codec.js";
import { contractRows, rowsOfItems } from "./rows-of-items.js";
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

interface State {
  readonly mark: StoreMark | undefined;
  readonly ix: number;
  readonly types: KnownTypes;
  readonly packages: Map<string, string>;
}

/** Number of a lock in the database that the one writer of a store has. */
const writerLock = 0x7a11;

const insertRows = (db: Db, table: string, columns: string, rows: ReadonlyArray<object>) =>
  sql`insert into ${sql.raw(table)} (${sql.raw(namesIn(columns))})
    select ${sql.raw(namesIn(columns))} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${sql.raw(columns)})`.execute(
    db,
  );

const namesIn = (columns: string): string =>
  columns
    .split(", ")
    .map((each) => each.slice(0, each.indexOf(" ")))
    .join(", ");

const contractColumns =
  "type_pk int, contract_id text, created_at_ix bigint, create_event_id event_id, archived_at_ix bigint, archive_event_id event_id, payload jsonb, contract_key jsonb, metadata bytea, package_id text, creation_package_id text, signatories text[], observers text[], witnesses text[]";
const exerciseColumns =
  "type_pk int, contract_id text, exercised_at_ix bigint, exercise_event_id event_id, last_descendant_node_id int, argument jsonb, result jsonb, package_id text, controllers text[], witnesses text[]";

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
   */
  static async open(db: Db): Promise<QueryStore> {
    const lock = await sql<{
      has: boolean;
    }>`select pg_try_advisory_lock(${writerLock}) as has`.execute(db);
    if (lock.rows[0]?.has !== true)
      throw new SourceError("another query store writes to this database", true);
    await migrate(db);
    return new QueryStore(db);
  }

  /** Where it is; undefined before its begin. */
  async mark(): Promise<StoreMark | undefined> {
    return (await this.#read()).mark;
  }

  async #read(): Promise<State> {
    if (this.#state !== undefined) return this.#state;
    const found = await sql<{ participant_id: string; scope: Scope; offset: string; ix: string }>`
      select participant_id, scope, "offset"::text, ix::text from _watermark`.execute(this.#db);
    const packages = await sql<{ package_id: string; name: string }>`
      select package_id, name from _package`.execute(this.#db);
    const [row] = found.rows;
    this.#state = {
      mark:
        row === undefined
          ? undefined
          : { participantId: row.participant_id, scope: row.scope, offset: Number(row.offset) },
      ix: Number(row?.ix ?? 0),
      types: await KnownTypes.read(this.#db),
      packages: new Map(packages.rows.map(({ package_id, name }) => [package_id, name])),
    };
    return this.#state;
  }

  /** Whether a package is not known yet. */
  async lacksPackage(packageId: string): Promise<boolean> {
    return !(await this.#read()).packages.has(packageId);
  }

  /** Adds packages, and versions that were not known. */
  async addPackages(packages: ReadonlyArray<StoredPackage>): Promise<void> {
    const rows = packages.map(({ packageId, name, version }) => ({
      package_id: packageId,
      name,
      version,
    }));
    await sql`insert into _package (package_id, name, version)
      select package_id, name, version
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(package_id text, name text, version text)
      on conflict (package_id) do update set version = coalesce(excluded.version, _package.version)`.execute(
      this.#db,
    );
    const { packages: known } = await this.#read();
    for (const { packageId, name } of packages) known.set(packageId, name);
  }

  /**
   * Begins the store: at offset 0 with nothing, or at a later one with the contracts that are
   * active there, all in one transaction of the database.
   */
  async begin(mark: StoreMark, active: AsyncIterable<ReadonlyArray<Created>>): Promise<void> {
    const { packages, types } = await this.#read();
    const ix = mark.offset === 0 ? 0 : 1;
    await this.#writing((db) =>
      this.#inTransaction(db, async (trx) => {
        await sql`insert into _watermark (participant_id, scope, "offset", ix, oldest_offset)
          values (${mark.participantId}, ${JSON.stringify(mark.scope)}::jsonb, ${mark.offset}, ${ix}, ${mark.offset})`.execute(
          trx,
        );
        if (ix === 1) {
          await sql`insert into _transaction (ix, "offset") values (1, ${mark.offset})`.execute(
            trx,
          );
        }
        for await (const page of active) {
          const rows = page.flatMap((each) =>
            contractRows(each, ix, types, (id) => packages.get(id)),
          );
          await types.write(trx);
          await insertRows(trx, "_contract", contractColumns, rows);
        }
      }),
    );
    this.#state = undefined;
  }

  /**
   * Adds what follows the mark.
   *
   * @throws {SourceError} someone else moved the mark
   */
  async add(items: ReadonlyArray<StoredItem>): Promise<void> {
    const { mark, ix, types, packages } = await this.#read();
    if (mark === undefined) throw new Error("the store has not begun");
    const rows = rowsOfItems(items, ix, types, (id) => packages.get(id));
    await this.#writing((db) =>
      this.#inTransaction(db, async (trx) => {
        const moved = await sql`update _watermark set "offset" = ${rows.offset}, ix = ${rows.ix}
          where "offset" = ${mark.offset} and ix = ${ix}`.execute(trx);
        if (moved.numAffectedRows !== 1n)
          throw new SourceError("another program changed the store", true);
        await types.write(trx);
        if (rows.transactions.length > 0) {
          await sql`insert into _transaction
            select ix, "offset", transaction_id, effective_at, workflow_id,
              row(trace_parent, trace_state)::trace_context, external_transaction_hash, paid_traffic_cost
            from jsonb_to_recordset(${JSON.stringify(rows.transactions)}::jsonb) as x(ix bigint, "offset" bigint,
              transaction_id text, effective_at timestamptz, workflow_id text, trace_parent text, trace_state text,
              external_transaction_hash bytea, paid_traffic_cost bigint)`.execute(trx);
        }
        if (rows.contracts.length > 0)
          await insertRows(trx, "_contract", contractColumns, rows.contracts);
        if (rows.archives.length > 0) {
          await sql`update _contract c
            set archived_at_ix = x.archived_at_ix, archive_event_id = x.archive_event_id
            from jsonb_to_recordset(${JSON.stringify(rows.archives)}::jsonb)
              as x(contract_id text, archived_at_ix bigint, archive_event_id event_id)
            where c.contract_id = x.contract_id`.execute(trx);
        }
        if (rows.exercises.length > 0)
          await insertRows(trx, "_exercise", exerciseColumns, rows.exercises);
      }),
    );
    this.#state = { mark: { ...mark, offset: rows.offset }, ix: rows.ix, types, packages };
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

  /** After a failure the database says what is there. */
  async #writing(write: (db: Db) => Promise<void>): Promise<void> {
    try {
      await write(this.#db);
    } catch (thrown) {
      this.#state = undefined;
      throw thrown;
    }
  }

  #inTransaction(db: Db, write: (trx: Db) => Promise<void>): Promise<void> {
    return db.transaction().execute(write);
  }
}
