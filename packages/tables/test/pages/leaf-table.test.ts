import { expect } from "chai";
import { LeafTable } from "../../src/pages/leaf-table.js";
import { SortedMaps } from "../../src/pages/sorted-maps.js";
import { TableDamage } from "../../src/table-damage.js";
import { blockAt, countReads, emptyMaps, leafSeed, reopened } from "./leaf-database.js";

const everything = { from: "", to: "g", limit: Infinity };

const filled = (count = 120) => {
  const made = emptyMaps();
  for (let n = 0; n < count; n++)
    made.maps.set(1, n.toString(16).padStart(4, "0"), `value ${"x".repeat(200)}`);
  made.leaves.flush().done();
  return made;
};

/** Ways in which rows of the table may not be what was written. */
const damages: ReadonlyArray<readonly [string, string]> = [
  ["a leaf in the middle is missing", `DELETE FROM block WHERE ${blockAt(3)}`],
  ["the first leaf is missing", "DELETE FROM block WHERE tree = 1 AND first = ''"],
  [
    "the last leaf is missing",
    "DELETE FROM block WHERE first = (SELECT max(first) FROM block WHERE tree = 1)",
  ],
  ["a leaf is at another place", `UPDATE block SET first = first || '0' WHERE ${blockAt(3)}`],
  ["a leaf is in another map", `UPDATE block SET tree = 2 WHERE ${blockAt(3)}`],
  [
    "a leaf has another text",
    `UPDATE block SET data = replace(data, 'x', 'y') WHERE ${blockAt(3)}`,
  ],
  ["a leaf has another checksum", `UPDATE block SET check_sum = check_sum + 1 WHERE ${blockAt(3)}`],
  [
    "a leaf is in place of another",
    `UPDATE block SET data = (SELECT data FROM block WHERE ${blockAt(4)}) WHERE ${blockAt(3)}`,
  ],
];

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof TableDamage) return "damage";
    throw thrown;
  }
};

describe("Leaves of a table", () => {
  for (const [what, change] of damages) {
    it(`are damage when ${what}`, () => {
      const made = filled();
      const truth = made.maps.ascending(1, everything);
      made.db.exec(change);
      const { maps, leaves } = reopened(made);
      expect(outcomeOf(() => maps.ascending(1, everything))).to.equal("damage");
      expect(outcomeOf(() => maps.descending(1, everything))).to.equal("damage");
      let found = 0;
      for (const [key, value] of truth) {
        const answer = outcomeOf(() => reopened(made).maps.get(1, key));
        if (answer === "damage") found += 1;
        else expect(answer).to.equal(value);
      }
      expect(found).to.be.above(0);
      expect(() => leaves.checkAll()).to.throw(TableDamage);
      made.db.close();
    });
  }

  it("forget what a transaction changed that did not come about", () => {
    const made = filled();
    const totals = made.leaves.totals();
    const truth = made.maps.ascending(1, everything);
    made.db.exec("BEGIN");
    for (let n = 0; n < 60; n++) made.maps.set(1, `0a${n}0`, "x".repeat(500));
    for (const [key] of truth.slice(0, 50)) made.maps.delete(1, key);
    made.leaves.flush().done();
    made.db.exec("ROLLBACK");
    made.leaves.forget(totals);
    expect(made.maps.ascending(1, everything)).to.deep.equal(truth);
    made.leaves.checkAll();
    made.db.close();
  });

  it("take no more memory than they may", () => {
    const made = emptyMaps(30_000);
    for (let n = 0; n < 500; n++) {
      made.maps.set(1, n.toString(16).padStart(4, "0"), "x".repeat(200));
      if (n % 20 === 0) made.leaves.flush().done();
    }
    made.leaves.flush().done();
    const reads = countReads(made.db);
    const maps = new SortedMaps(new LeafTable(reads.db, leafSeed, made.leaves.totals(), 30_000));
    for (let turn = 0; turn < 2; turn++) maps.ascending(1, everything);
    // all leaves are three times as many characters as are kept: the second turn reads again
    expect(reads.count()).to.be.above(30);
    made.db.close();
  });

  it("are read once while they are kept", () => {
    const made = filled();
    const reads = countReads(made.db);
    const maps = new SortedMaps(new LeafTable(reads.db, leafSeed, made.leaves.totals()));
    for (let turn = 0; turn < 5; turn++) maps.ascending(1, everything);
    expect(reads.count()).to.be.below(20);
    made.db.close();
  });

  it("are not read again while they are changed and not written, however many there are", () => {
    const made = emptyMaps(4_000);
    const reads = countReads(made.db);
    const leaves = new LeafTable(reads.db, leafSeed, made.leaves.totals(), 4_000);
    const maps = new SortedMaps(leaves);
    const model = new Map<string, string>();
    for (let n = 0; n < 300; n++) {
      const key = ((n * 37) % 300).toString(16).padStart(4, "0");
      maps.set(1, key, `value ${n} ${"x".repeat(300)}`);
      model.set(key, `value ${n} ${"x".repeat(300)}`);
    }
    expect(leaves.unwritten()).to.be.above(30);
    const before = reads.count();
    expect(new Map(maps.ascending(1, everything))).to.deep.equal(model);
    expect(reads.count()).to.equal(before);
    leaves.flush().done();
    expect(leaves.unwritten()).to.equal(0);
    // now they may go, and are read again
    expect(new Map(maps.ascending(1, everything))).to.deep.equal(model);
    expect(reads.count()).to.be.above(before);
    made.db.close();
  });

  it("count as not written until their transaction is committed", () => {
    const made = filled();
    const truth = made.leaves.totals();
    for (let n = 0; n < 40; n++) made.maps.set(1, `0a${n}0`, "x".repeat(500));
    for (let n = 0; n < 60; n++) made.maps.delete(1, n.toString(16).padStart(4, "0"));
    const shown = made.maps.ascending(1, everything);
    for (let turn = 0; turn < 3; turn++) {
      made.db.exec("BEGIN");
      made.leaves.flush();
      made.db.exec("ROLLBACK");
      expect(made.leaves.totals()).to.deep.equal(truth);
      expect(made.maps.ascending(1, everything)).to.deep.equal(shown);
      expect(() => reopened(made).leaves.checkAll()).to.not.throw();
    }
    made.leaves.flush().done();
    expect(made.leaves.totals()).to.not.deep.equal(truth);
    expect(reopened(made).maps.ascending(1, everything)).to.deep.equal(shown);
    made.leaves.checkAll();
    made.db.close();
  });

  it("say what they are together with each writing, as a walk over them adds it up", () => {
    const made = emptyMaps();
    for (let turn = 0; turn < 12; turn++) {
      for (let n = 0; n < 40; n++) {
        const key = ((turn * 13 + n * 7) % 200).toString(16).padStart(4, "0");
        if ((turn + n) % 3 === 0) made.maps.delete(1, key);
        else made.maps.set(1, key, "x".repeat((turn * 100 + n) % 900));
      }
      const { totals, done } = made.leaves.flush();
      done();
      const [count, sum] = made.db
        .prepare<[], [number, number]>("SELECT count(*), sum(check_sum) FROM block")
        .raw()
        .get() ?? [0, 0];
      expect(totals).to.deep.equal({ blocks: count, sum: sum % 2 ** 32 });
      expect(made.leaves.totals()).to.deep.equal(totals);
    }
    made.db.close();
  });

  it("that are gone from the database when they are written are damage, and nothing is kept of it", () => {
    const made = filled();
    made.maps.set(1, "0030", "other");
    made.db.exec("DELETE FROM block WHERE first <> ''");
    const truth = made.leaves.totals();
    expect(() => made.leaves.flush()).to.throw(TableDamage, "missing");
    expect(made.leaves.totals()).to.deep.equal(truth);
    made.db.close();
  });
});
