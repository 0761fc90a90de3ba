import type { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import fc from "fast-check";
import { checkSeed } from "../../src/pages/block-rows.js";
import { BlockReader } from "../../src/pages/block-reader.js";
import { BlockWriter } from "../../src/pages/block-writer.js";
import { ListReader, type ListShape, treeOf } from "../../src/pages/list.js";
import { TableDamage } from "../../src/table-damage.js";
import { leafDatabase } from "./leaf-database.js";

const shape: ListShape = { kind: 1, recordBytes: 5, recordsPerBlock: 4 };
const seed = checkSeed("a journal");

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
        const db = leafDatabase();
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
    const db = leafDatabase();
    const writer = new BlockWriter(db, seed);
    writer.extend(shape, 0, 0);
    expect(() => writer.set(shape, 0, 1, 0, 1, 1)).to.throw(TableDamage, /no record 1/);
    expect(() => writer.set(shape, 0, 9, 0, 1, 1)).to.throw(
      TableDamage,
      `${treeOf(shape, 0)}/2 is missing`,
    );
    expect(() => new ListReader(writer).number(shape, 0, 2, 0, 1)).to.throw(TableDamage);
    db.close();
  });
});

describe("A block that was written", () => {
  const written = (): Database => {
    const db = leafDatabase();
    const writer = new BlockWriter(db, seed);
    for (let index = 0; index < 12; index++) {
      writer.extend(shape, 7, index);
      writer.set(shape, 7, index, 0, 4, index);
    }
    writer.flush();
    return db;
  };
  const sumOf = (db: Database, with_ = seed): number => {
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
    ["missing", "DELETE FROM block WHERE first = 1"],
    ["empty", "UPDATE block SET data = x'' WHERE first = 1"],
    ["cut short", "UPDATE block SET data = substr(data, 1, length(data) - 5) WHERE first = 1"],
    [
      "in the place of another",
      "UPDATE block SET data = (SELECT data FROM block WHERE first = 2) WHERE first = 1",
    ],
    ["in another list", "UPDATE block SET tree = tree + 1 WHERE first = 1"],
    ["no blob", "UPDATE block SET data = 'text' WHERE first = 1"],
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
    const bits = 8 * 4 * shape.recordBytes;
    const read = db.prepare<[], Buffer>("SELECT data FROM block WHERE first = 1").pluck();
    const write = db.prepare<[Buffer]>("UPDATE block SET data = ? WHERE first = 1");
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

  it("is compared with its checksum when everything is checked, and counted", () => {
    const db = leafDatabase();
    const writer = new BlockWriter(db, seed);
    for (let index = 0; index < 12; index++) {
      writer.extend(shape, 7, index);
      writer.flush();
    }
    const totals = writer.totals;
    expect(totals.blocks).to.equal(3);
    const reader = new BlockReader(db, seed);
    reader.checkAll(totals);
    const old = db.prepare("SELECT data, check_sum AS sum FROM block WHERE first = 2").get();
    writer.set(shape, 7, 11, 0, 4, 5);
    writer.flush();
    reader.checkAll(writer.totals);
    // an older block fits its place, and is not the newest
    db.prepare("UPDATE block SET data = @data, check_sum = @sum WHERE first = 2").run(old);
    expect(() => reader.checkAll(writer.totals)).to.throw(TableDamage, "do not match");
    db.exec("UPDATE block SET data = x'00' WHERE first = 2");
    expect(() => reader.checkAll(totals)).to.throw(TableDamage, `${treeOf(shape, 7)}/2`);
    db.close();
  });
});
