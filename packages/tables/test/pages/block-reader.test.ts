import type { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { type BlockTotals, checkSeed } from "../../src/pages/block-rows.js";
import { BlockReader } from "../../src/pages/block-reader.js";
import { listRows, type ListShape, treeOf } from "../../src/pages/list.js";
import { TableDamage } from "../../src/table-damage.js";
import { leafDatabase } from "./leaf-database.js";

const groups: ListShape = { kind: 6, recordBytes: 6, recordsPerBlock: 256 };

const seed = checkSeed("0123");

const tree = treeOf(groups, 4);

const withBlocks = (count: number): Database => {
  const db = leafDatabase();
  for (let first = 0; first < count; first++)
    listRows(db, seed).put({ tree, first }, Buffer.from(`records of ${first}`), undefined);
  return db;
};

const write = (db: Database, first: number, text: string): void =>
  void listRows(db, seed).put({ tree, first }, Buffer.from(text), 1);

/** What all blocks are together. */
const totalsOf = (db: Database): BlockTotals => {
  const [blocks, sum] = db
    .prepare<[], [number, number]>("SELECT count(*), sum(check_sum) FROM block")
    .raw()
    .get() ?? [0, 0];
  return { blocks, sum: sum % 2 ** 32 };
};

describe("A reader of blocks", () => {
  it("gives the records of each, without their checksum", () => {
    const db = withBlocks(5);
    const reader = new BlockReader(db, seed);
    for (let no = 0; no < 5; no++)
      expect(reader.block(groups, 4, no).toString()).to.equal(`records of ${no}`);
    reader.checkAll(totalsOf(db));
    db.close();
  });

  for (const [what, change] of [
    ["is missing", "DELETE FROM block WHERE first = 2"],
    ["is in another list", "UPDATE block SET tree = tree + 1 WHERE first = 2"],
    [
      "is another's",
      "UPDATE block SET data = (SELECT data FROM block WHERE first = 1) WHERE first = 2",
    ],
    ["is too short", "UPDATE block SET data = x'0102' WHERE first = 2"],
    ["is a text", "UPDATE block SET data = 'records of 2' WHERE first = 2"],
    ["has lost a byte", "UPDATE block SET data = substr(data, 2) WHERE first = 2"],
  ] as const) {
    it(`finds that one ${what}, and reads the others`, () => {
      const db = withBlocks(4);
      db.exec(change);
      const reader = new BlockReader(db, seed);
      expect(() => reader.block(groups, 4, 2)).to.throw(TableDamage, `${tree}/2`);
      for (const no of [0, 1, 3])
        expect(reader.block(groups, 4, no).toString()).to.equal(`records of ${no}`);
      db.close();
    });
  }

  it("finds any that does not match its checksum when all are compared", () => {
    const db = withBlocks(10);
    db.exec("UPDATE block SET data = x'00000000000000' WHERE first = 9");
    const totals = totalsOf(db);
    const damage = `${tree}/9`;
    expect(() => new BlockReader(db, seed).checkAll(totals)).to.throw(TableDamage, damage);
    expect(() => [...new BlockReader(db, seed).checkParts()]).to.throw(TableDamage, damage);
    expect(() => new BlockReader(db, seed + 1).checkAll(totals)).to.throw(TableDamage);
    db.close();
  });

  it("reads a block again each time, unless it keeps them", () => {
    const db = withBlocks(1);
    const reader = new BlockReader(db, seed);
    const read = (): string => reader.block(groups, 4, 0).toString();
    expect(read()).to.equal("records of 0");
    write(db, 0, "second");
    expect(read()).to.equal("second");
    reader.keep(true);
    expect(read()).to.equal("second");
    write(db, 0, "third");
    expect(read()).to.equal("second");
    reader.keep(false);
    expect(read()).to.equal("third");
    db.close();
  });

  it("keeps no more than a bounded number of blocks", () => {
    const db = withBlocks(1_500);
    const reader = new BlockReader(db, seed);
    reader.keep(true);
    for (let no = 0; no < 1_500; no++) reader.block(groups, 4, no);
    write(db, 0, "second");
    // the first was let go of
    expect(reader.block(groups, 4, 0).toString()).to.equal("second");
    db.close();
  });
});
