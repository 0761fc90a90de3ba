import { expect } from "chai";
import * as fc from "fast-check";
import {
  type BlockPlace,
  BlockRows,
  type BlockTotals,
  checkOf,
  checkSeed,
  type StoredBlock,
  totalsWith,
} from "../../src/pages/block-rows.js";
import { leafRows } from "../../src/pages/leaf.js";
import { listRows } from "../../src/pages/list.js";
import { TableDamage } from "../../src/table-damage.js";
import { blockAt, emptyMaps, leafDatabase } from "./leaf-database.js";

const seed = checkSeed("0123");

const places: fc.Arbitrary<BlockPlace<number | string>> = fc.record({
  tree: fc.integer({ min: 0, max: 2 ** 40 }),
  first: fc.oneof(fc.integer({ min: 0, max: 2 ** 40 }), fc.stringMatching(/^[0-9a-f]{0,12}$/)),
});
const contents = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));

const flippedAt = (bytes: Buffer, bit: number): Buffer => {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
};

describe("The checksum of a block", () => {
  it("is the same for the same block, and another with any bit of it flipped", () => {
    fc.assert(
      fc.property(places, contents, fc.nat(), (place, bytes, where) => {
        const check = checkOf(seed, place, bytes);
        expect(checkOf(seed, { ...place }, Buffer.from(bytes))).to.equal(check);
        const flipped = flippedAt(bytes, where % (bytes.length * 8));
        expect(checkOf(seed, place, flipped)).to.not.equal(check);
      }),
    );
  });

  it("is another with a burst of up to 8 bits changed", () => {
    const changes = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(places, contents, fc.nat(), changes, (place, bytes, at, by) => {
        const changed = Buffer.from(bytes);
        const index = at % bytes.length;
        changed[index] = (changed[index] ?? 0) ^ by;
        expect(checkOf(seed, place, changed)).to.not.equal(checkOf(seed, place, bytes));
      }),
    );
  });

  it("is another for another journal", () => {
    const bytes = Buffer.from("records");
    const place = { tree: 2, first: 7 };
    expect(checkSeed("0123")).to.not.equal(checkSeed("0124"));
    expect(checkOf(checkSeed("0124"), place, bytes)).to.not.equal(checkOf(seed, place, bytes));
  });

  it("is of the content and its place together: neither can stand for the other", () => {
    const checks = new Set<number>();
    for (let tree = 1; tree <= 200; tree++)
      for (let first = 0; first < 20; first++) checks.add(checkOf(seed, { tree, first }, ""));
    expect(checks.size).to.equal(4_000);
  });
});

/** Leaves of two maps: `a` up to `c`, up to `f`, to the end; and one of map 2. */
const withLeaves = () => {
  const db = leafDatabase();
  const rows = leafRows(db, seed);
  let totals: BlockTotals = { blocks: 0, sum: 0 };
  for (const [tree, first, text] of [
    [1, "", "c\na 1"],
    [1, "c", "f\nd 2"],
    [1, "f", "\ng 3"],
    [2, "", "\n"],
  ] as const)
    totals = totalsWith(totals, undefined, rows.put({ tree, first }, text, undefined));
  return { db, rows, totals };
};

const firstsOf = (found: Iterable<StoredBlock<string>>): ReadonlyArray<string> =>
  Array.from(found, ({ tree, first }) => `${tree}${first}`);

describe("Blocks in a database", () => {
  for (const [tree, key, covering, before] of [
    [1, "", "", undefined],
    [1, "a", "", ""],
    [1, "c", "c", ""],
    [1, "d", "c", "c"],
    [1, "f", "f", "c"],
    [1, "z", "f", "f"],
    [2, "", "", undefined],
    [2, "c", "", ""],
    [3, "c", undefined, undefined],
  ] as const) {
    it(`have for "${key}" in tree ${tree} the one that covers it, and the one before`, () => {
      const { db, rows } = withLeaves();
      expect(rows.covering(tree, key)?.first).to.equal(covering);
      expect(rows.before(tree, key)?.first).to.equal(before);
      db.close();
    });
  }

  it("are read from one place up to another, in order, up to a number", () => {
    const { db, rows } = withLeaves();
    const found = (from: string, to: string, limit: number) =>
      firstsOf(rows.following(1, from, to, limit));
    expect(found("", "z", 9)).to.deep.equal(["1", "1c", "1f"]);
    expect(found("c", "f", 9)).to.deep.equal(["1c"]);
    expect(found("", "z", 2)).to.deep.equal(["1", "1c"]);
    expect(found("g", "z", 9)).to.deep.equal([]);
    db.close();
  });

  it("are read two at once where they are large", () => {
    const { db, rows } = withLeaves();
    for (const first of ["11", "12", "13"])
      rows.put({ tree: 3, first }, "x".repeat(1024 * 1024), undefined);
    expect(firstsOf(rows.following(3, "", "z", 9))).to.deep.equal(["311", "312"]);
    db.close();
  });

  it("are changed where they are, deleted, and missing when there is nothing to change", () => {
    const { db, rows } = withLeaves();
    const place = { tree: 1, first: "c" };
    rows.put(place, "other", 1);
    expect(rows.at(1, "c")).to.include({ data: "other" });
    rows.delete(place);
    expect(rows.at(1, "c")).to.equal(undefined);
    expect(() => rows.put(place, "again", 1)).to.throw(TableDamage, "1/c is missing");
    db.close();
  });

  for (const [what, change] of [
    ["in another tree", { tree: 3 }],
    ["at another place", { first: "d" }],
    ["with another checksum", { check: 1 }],
    ["without a checksum", { check: null }],
    ["as bytes", { data: Buffer.from("f\nd 2") }],
    ["without content", { data: null }],
  ] as const) {
    it(`are not whole ${what}`, () => {
      const { db, rows } = withLeaves();
      const block = rows.at(1, "c");
      if (block === undefined) return expect.fail("it is there");
      expect(rows.isWhole(block)).to.equal(true);
      expect(rows.isWhole({ ...block, ...change })).to.equal(false);
      expect(leafRows(db, seed + 1).isWhole(block)).to.equal(false);
      db.close();
    });
  }

  it("are not whole with any single bit of them flipped", () => {
    const { db, rows } = withLeaves();
    const text = Buffer.from("f\nd 2");
    for (let bit = 0; bit < text.length * 8; bit++) {
      db.prepare("UPDATE block SET data = CAST(? AS TEXT) WHERE first = 'c'").run(
        flippedAt(text, bit),
      );
      const block = rows.at(1, "c");
      expect(block === undefined || rows.isWhole(block), `bit ${bit}`).to.equal(false);
    }
    db.close();
  });
});

/** Blocks of three lists, two blocks each. */
const withLists = () => {
  const db = leafDatabase();
  const rows = listRows(db, seed);
  let totals: BlockTotals = { blocks: 0, sum: 0 };
  for (const tree of [3, 4, 9]) {
    for (const first of [0, 1]) {
      const check = rows.put({ tree, first }, Buffer.from(`${tree}${first}`), undefined);
      totals = totalsWith(totals, undefined, check);
    }
  }
  return { db, rows, totals };
};

describe("A check of blocks", () => {
  for (const [what, made] of [
    ["lists", withLists],
    ["sorted maps", withLeaves],
  ] as const) {
    it(`finds nothing in whole ${what}`, () => {
      const { db, rows, totals } = made();
      rows.checkAll(totals);
      expect([...rows.checkParts()]).to.deep.equal([undefined]);
      db.close();
    });

    it(`finds each block of ${what} that is missing`, () => {
      const { db, totals } = made();
      const count = totals.blocks;
      for (let at = 0; at < count; at++) {
        db.exec(`SAVEPOINT before; DELETE FROM block WHERE ${blockAt(at)}`);
        const rows: BlockRows<never> = new BlockRows(db, seed, () => true);
        expect(() => rows.checkAll(totals), `${at}`).to.throw(TableDamage, "do not match");
        db.exec("ROLLBACK TO before; RELEASE before");
      }
      db.close();
    });

    it(`finds more, fewer and older blocks of ${what} than the checkpoint has`, () => {
      const { db, rows, totals } = made();
      const { blocks, sum } = totals;
      for (const wrong of [
        { blocks: blocks + 1, sum },
        { blocks: blocks - 1, sum },
        { blocks, sum: sum ^ 1 },
      ])
        expect(() => rows.checkAll(wrong)).to.throw(TableDamage, "do not match");
      db.close();
    });
  }

  it("finds gaps in lists, and lists that do not begin", () => {
    for (const [tree, first] of [
      [3, 0],
      [4, 0],
      [9, 0],
    ]) {
      const { db, rows } = withLists();
      db.exec(`DELETE FROM block WHERE tree = ${tree} AND first = ${first}`);
      expect(() => [...rows.checkParts()]).to.throw(TableDamage, `before ${tree}/1`);
      db.close();
    }
  });

  it("is made in parts, between which blocks may change", () => {
    const made = emptyMaps();
    const keyOf = (n: number): string => n.toString(16).padStart(4, "0");
    for (let n = 0; n < 12_000; n++) made.maps.set(1, keyOf(n), `value ${"x".repeat(200)}`);
    made.leaves.flush().done();
    let parts = 0;
    for (const _part of made.leaves.checkParts()) {
      parts += 1;
      made.maps.set(1, "0005", `of part ${parts}`);
      made.maps.delete(1, keyOf(parts * 500));
      made.leaves.flush().done();
    }
    expect(parts).to.be.above(10);
    made.leaves.checkAll();
    made.db.close();
  });

  for (const [what, change] of [
    ["is missing", `DELETE FROM block WHERE ${blockAt(150)}`],
    ["is another", `UPDATE block SET data = data || 'x' WHERE ${blockAt(150)}`],
    [
      "is too much",
      `INSERT INTO block (tree, first, data, check_sum) SELECT tree, first || '0', data, check_sum FROM block WHERE ${blockAt(150)}`,
    ],
  ] as const) {
    it(`finds in whatever part one that ${what}`, () => {
      const made = emptyMaps();
      for (let n = 0; n < 6_000; n++)
        made.maps.set(1, n.toString(16).padStart(4, "0"), "x".repeat(200));
      made.leaves.flush().done();
      made.db.exec(change);
      expect(() => [...made.leaves.checkParts()]).to.throw(TableDamage);
      made.db.close();
    });
  }
});
