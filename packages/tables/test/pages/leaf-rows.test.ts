import { expect } from "chai";
import { LeafRows } from "../../src/pages/leaf-rows.js";
import { leafDatabase } from "./leaf-database.js";

const opened = () => {
  const db = leafDatabase();
  const rows = new LeafRows(db);
  const leaves: ReadonlyArray<readonly [id: number, tree: number, first: string]> = [
    [3, 1, ""],
    [1, 1, "c"],
    [7, 1, "f"],
    [4, 2, ""],
  ];
  for (const [id, tree, first] of leaves)
    rows.insert({ id, tree, first, text: `text ${id}`, check: id * 10 });
  return { db, rows };
};

const idsOf = (found: Iterable<{ readonly check: unknown }>): ReadonlyArray<number> =>
  Array.from(found, ({ check }) => Number(check) / 10);

describe("The rows of leaves", () => {
  for (const [tree, key, covering, before] of [
    [1, "", 3, undefined],
    [1, "a", 3, 3],
    [1, "c", 1, 3],
    [1, "d", 1, 1],
    [1, "f", 7, 1],
    [1, "z", 7, 7],
    [2, "", 4, undefined],
    [2, "c", 4, 4],
    [3, "c", undefined, undefined],
  ] as const) {
    it(`has for "${key}" in map ${tree} the leaf that covers it, and the one before`, () => {
      const { db, rows } = opened();
      expect(rows.covering(tree, key)?.id).to.equal(covering);
      expect(rows.before(tree, key)?.id).to.equal(before);
      db.close();
    });
  }

  it("are read from one key up to another, in order, up to a number", () => {
    const { db, rows } = opened();
    const ids = (from: string, to: string, limit: number) =>
      rows.following(1, from, to, limit).map(({ id }) => id);
    expect(ids("", "z", 9)).to.deep.equal([3, 1, 7]);
    expect(ids("c", "f", 9)).to.deep.equal([1]);
    expect(ids("", "z", 2)).to.deep.equal([3, 1]);
    expect(ids("g", "z", 9)).to.deep.equal([]);
    db.close();
  });

  it("are read two at once where they are large", () => {
    const { db, rows } = opened();
    const text = "x".repeat(1024 * 1024);
    for (const id of [11, 12, 13])
      rows.insert({ id, tree: 3, first: `${id}`, text, check: id * 10 });
    expect(idsOf(rows.following(3, "", "z", 9))).to.deep.equal([11, 12]);
    expect(idsOf(rows.some({ tree: 2, first: "" }, 9))).to.deep.equal([4, 11]);
    expect(idsOf(rows.some({ tree: 3, first: "12" }, 9))).to.deep.equal([12, 13]);
    db.close();
  });

  it("are all read by map and where they begin, whole or from a place on", () => {
    const { db, rows } = opened();
    expect(idsOf(rows.all())).to.deep.equal([3, 1, 7, 4]);
    expect(idsOf(rows.some({ tree: 1, first: "c" }, 2))).to.deep.equal([1, 7]);
    expect(idsOf(rows.some({ tree: 1, first: "g" }, 9))).to.deep.equal([4]);
    db.close();
  });

  it("are changed and deleted by their id, and say when one is not there", () => {
    const { db, rows } = opened();
    expect(rows.lastId()).to.equal(7);
    const changed = { id: 1, tree: 1, first: "c", text: "other", check: 10 };
    expect(rows.update(changed)).to.equal(true);
    expect(rows.covering(1, "c")?.text).to.equal("other");
    rows.delete(7);
    expect(rows.lastId()).to.equal(4);
    expect(rows.covering(1, "f")?.id).to.equal(1);
    expect(rows.update({ ...changed, id: 7 })).to.equal(false);
    db.close();
  });

  it("have no last id when there are none", () => {
    const db = leafDatabase();
    expect(new LeafRows(db).lastId()).to.equal(0);
    db.close();
  });
});
