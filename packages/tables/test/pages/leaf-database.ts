import type { Database, Statement } from "@tallystick/sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import { LeafTable } from "../../src/pages/leaf-table.js";
import { SortedMaps } from "../../src/pages/sorted-maps.js";
import { openTableFile } from "../../src/pages/table-file.js";
import { testKind } from "./table-kind.js";

/** A database with the tables of blocks and names. */
export const leafDatabase = (): Database => {
  const opened = openTableFile(":memory:", testKind);
  if (isLeft(opened)) throw new Error(opened.left.message);
  return opened.right.db;
};

/** In SQL: the block at a place in the order of all, from 0. */
export const blockAt = (place: number): string =>
  `(tree, first) = (SELECT tree, first FROM block ORDER BY tree, first LIMIT 1 OFFSET ${place})`;

export const leafSeed = 5;

/** Maps in a database, with the table of their leaves. */
interface TestMaps {
  readonly db: Database;
  readonly leaves: LeafTable;
  readonly maps: SortedMaps;
}

/** Empty maps 1 and 2 in a database of their own. */
export const emptyMaps = (maxKeptChars?: number): TestMaps => {
  const db = leafDatabase();
  const leaves = new LeafTable(db, leafSeed, { blocks: 0, sum: 0 }, maxKeptChars);
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
