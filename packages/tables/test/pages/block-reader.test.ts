import Database from "better-sqlite3";
import { expect } from "chai";
import { checkBytes, checkOf, checkSeed } from "../../src/pages/block-check.js";
import { BlockReader } from "../../src/pages/block-reader.js";
import type { ListShape } from "../../src/pages/list.js";
import { TableDamage } from "../../src/table-damage.js";

const groups: ListShape = { kind: 6, recordBytes: 6, recordsPerBlock: 256 };

const seed = checkSeed("0123");

const withBlocks = (count: number): Database.Database => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE block (kind INTEGER, list INTEGER, no INTEGER, data ANY, PRIMARY KEY (kind, list, no)) STRICT, WITHOUT ROWID",
  );
  for (let no = 0; no < count; no++) write(db, no, Buffer.from(`records of ${no}`));
  return db;
};

const write = (db: Database.Database, no: number, records: Buffer): void => {
  const data = Buffer.alloc(records.length + checkBytes);
  records.copy(data);
  data.writeUInt32LE(checkOf(seed, { kind: groups.kind, list: 4, no }, records), records.length);
  db.prepare("INSERT OR REPLACE INTO block VALUES (?, 4, ?, ?)").run(groups.kind, no, data);
};

describe("A reader of blocks", () => {
  it("gives the records of each, without their checksum", () => {
    const db = withBlocks(5);
    const reader = new BlockReader(db, seed);
    for (let no = 0; no < 5; no++)
      expect(reader.block(groups, 4, no).toString()).to.equal(`records of ${no}`);
    reader.checkAll();
    db.close();
  });

  for (const [what, change] of [
    ["is missing", "DELETE FROM block WHERE no = 2"],
    ["is in another list", "UPDATE block SET list = 5 WHERE no = 2"],
    ["is another's", "UPDATE block SET data = (SELECT data FROM block WHERE no = 1) WHERE no = 2"],
    ["is too short", "UPDATE block SET data = x'0102' WHERE no = 2"],
    ["is a text", "UPDATE block SET data = 'records of 2' WHERE no = 2"],
    ["is nothing", "UPDATE block SET data = NULL WHERE no = 2"],
    ["has lost a byte", "UPDATE block SET data = substr(data, 2) WHERE no = 2"],
  ] as const) {
    it(`finds that one ${what}, and reads the others`, () => {
      const db = withBlocks(4);
      db.exec(change);
      const reader = new BlockReader(db, seed);
      expect(() => reader.block(groups, 4, 2)).to.throw(TableDamage, "6/4/2");
      for (const no of [0, 1, 3])
        expect(reader.block(groups, 4, no).toString()).to.equal(`records of ${no}`);
      db.close();
    });
  }

  it("finds any that does not fit its checksum when all are compared", () => {
    const db = withBlocks(10);
    db.exec("UPDATE block SET data = x'00000000000000' WHERE no = 9");
    expect(() => new BlockReader(db, seed).checkAll()).to.throw(TableDamage, "6/4/9");
    expect(() => new BlockReader(db, seed + 1).checkAll()).to.throw(TableDamage);
    db.close();
  });

  it("reads a block again each time, unless it keeps them", () => {
    const db = withBlocks(1);
    const reader = new BlockReader(db, seed);
    const read = (): string => reader.block(groups, 4, 0).toString();
    expect(read()).to.equal("records of 0");
    write(db, 0, Buffer.from("second"));
    expect(read()).to.equal("second");
    reader.keep(true);
    expect(read()).to.equal("second");
    write(db, 0, Buffer.from("third"));
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
    write(db, 0, Buffer.from("second"));
    // the first was let go of
    expect(reader.block(groups, 4, 0).toString()).to.equal("second");
    db.close();
  });
});
