import Database from "better-sqlite3";
import { LeafTable } from "../../src/pages/leaf-table.js";
import { SortedMaps } from "../../src/pages/sorted-maps.js";

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

/** Maps in a database, with the table of their leaves. */
interface TestMaps {
  readonly db: Database.Database;
  readonly leaves: LeafTable;
  readonly maps: SortedMaps;
}

/** Empty maps 1 and 2 in a database of their own. */
export const emptyMaps = (maxKeptChars?: number): TestMaps => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { leaves: 0, sum: 0 }, maxKeptChars);
  const maps = new SortedMaps(leaves);
  maps.begin(1);
  maps.begin(2);
  leaves.flush().done();
  return { db, leaves, maps };
};

/** The maps as another process would find them. */
export const reopened = ({ db, leaves }: TestMaps): TestMaps => {
  const fresh = new LeafTable(db, leafSeed, leaves.totals());
  return { db, leaves: fresh, maps: new SortedMaps(fresh) };
};

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
