import Database from "better-sqlite3";
import { expect } from "chai";
import fc from "fast-check";
import { checkSeed } from "../../src/pages/block-check.js";
import { BlockReader } from "../../src/pages/block-reader.js";
import { BlockWriter } from "../../src/pages/block-writer.js";
import type { ListShape } from "../../src/pages/list.js";
import { TableDamage } from "../../src/table-damage.js";
import { ListReader } from "../../src/pages/list.js";

const shape: ListShape = { kind: 1, recordBytes: 5, recordsPerBlock: 4 };
const seed = checkSeed("a journal");

const emptyDatabase = (): Database.Database => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE block (kind INTEGER, list INTEGER, no INTEGER, data BLOB, PRIMARY KEY (kind, list, no)) WITHOUT ROWID",
  );
  return db;
};

describe("Lists in blocks", () => {
  it("hold what was written, whenever it was flushed, forgotten and changed again", () => {
    const change = fc.record({
      list: fc.nat(2),
      at: fc.nat(),
      value: fc.nat(0xffffff),
      then: fc.constantFrom("nothing", "flush", "flush and forget"),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const db = emptyDatabase();
        const writer = new BlockWriter(db, seed);
        const lists: Array<Array<number>> = [[], [], []];
        for (const { list, at, value, then } of changes) {
          const records = lists[list] ?? [];
          const index = at % (records.length + 1);
          if (index === records.length) writer.extend(shape, list, index);
          writer.set(shape, list, index, 1, 4, value);
          records[index] = value;
          if (then !== "nothing") writer.flush();
          if (then === "flush and forget") writer.forget();
        }
        writer.flush();
        for (const source of [writer, new BlockReader(db, seed)]) {
          const tables = new ListReader(source);
          for (const [list, records] of lists.entries()) {
            for (const [index, value] of records.entries())
              expect(tables.number(shape, list, index, 1, 4)).to.equal(value);
          }
        }
        db.close();
      }),
    );
  });

  it("know what is not in them", () => {
    const db = emptyDatabase();
    const writer = new BlockWriter(db, seed);
    writer.extend(shape, 0, 0);
    expect(() => writer.set(shape, 0, 1, 0, 1, 1)).to.throw(TableDamage, /no record 1/);
    expect(() => writer.set(shape, 0, 9, 0, 1, 1)).to.throw(TableDamage, /1\/0\/2 is missing/);
    expect(() => new ListReader(writer).number(shape, 0, 2, 0, 1)).to.throw(TableDamage);
    db.close();
  });
});

describe("A block that was written", () => {
  const written = (): Database.Database => {
    const db = emptyDatabase();
    const writer = new BlockWriter(db, seed);
    for (let index = 0; index < 12; index++) {
      writer.extend(shape, 7, index);
      writer.set(shape, 7, index, 0, 4, index);
    }
    writer.flush();
    return db;
  };
  const sumOf = (db: Database.Database, with_ = seed): number => {
    const tables = new ListReader(new BlockReader(db, with_));
    let sum = 0;
    for (let index = 0; index < 12; index++) sum += tables.number(shape, 7, index, 0, 4);
    return sum;
  };

  it("is read back", () => {
    const db = written();
    expect(sumOf(db)).to.equal(66);
    db.close();
  });

  for (const [what, sql] of [
    ["missing", "DELETE FROM block WHERE no = 1"],
    ["empty", "UPDATE block SET data = x'' WHERE no = 1"],
    ["cut short", "UPDATE block SET data = substr(data, 1, length(data) - 5) WHERE no = 1"],
    [
      "in the place of another",
      "UPDATE block SET data = (SELECT data FROM block WHERE no = 2) WHERE no = 1",
    ],
    ["in another list", "UPDATE block SET list = 8 WHERE no = 1"],
    ["no blob", "UPDATE block SET data = 'text' WHERE no = 1"],
  ] as const) {
    it(`is damage when it is ${what}`, () => {
      const db = written();
      db.exec(sql);
      expect(() => sumOf(db)).to.throw(TableDamage);
      db.close();
    });
  }

  it("is damage when any bit of it is flipped", () => {
    const db = written();
    const bits = 8 * (4 * shape.recordBytes + 4);
    const read = db.prepare<[], Buffer>("SELECT data FROM block WHERE no = 1").pluck();
    const write = db.prepare<[Buffer]>("UPDATE block SET data = ? WHERE no = 1");
    const whole = Buffer.from(read.get() ?? "");
    for (let bit = 0; bit < bits; bit++) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      write.run(flipped);
      expect(() => sumOf(db), `bit ${bit}`).to.throw(TableDamage);
    }
    write.run(whole);
    expect(sumOf(db)).to.equal(66);
    db.close();
  });

  it("is damage for the views of another journal", () => {
    const db = written();
    expect(() => sumOf(db, checkSeed("another journal"))).to.throw(TableDamage);
    db.close();
  });

  it("is compared with its checksum when everything is checked", () => {
    const db = written();
    const reader = new BlockReader(db, seed);
    reader.checkAll();
    db.exec("UPDATE block SET data = data || x'00' WHERE no = 2");
    expect(() => reader.checkAll()).to.throw(TableDamage, /1\/7\/2/);
    db.close();
  });
});
