import Database from "better-sqlite3";
import { expect } from "chai";
import { nameTable } from "../../src/pages/name-table.js";
import { TableDamage } from "../../src/table-damage.js";

const opened = () => {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE name (id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  const names = nameTable(db, 5);
  for (const text of ["alice", "bob", "Bank:Iou"]) names.add(text);
  return { db, names };
};

describe("The names of parties and templates", () => {
  it("are numbered from 1", () => {
    const { db, names } = opened();
    expect(["alice", "bob", "nobody"].map(names.idOf)).to.deep.equal([1, 2, undefined]);
    db.close();
  });

  it("are caught up with in steps", () => {
    const { db, names } = opened();
    const other = nameTable(db, 5);
    other.catchUp(names.count(), names.check());
    expect(other.textOf(3)).to.equal("Bank:Iou");
    expect(names.add("carol")).to.equal(4);
    other.catchUp(names.count(), names.check());
    expect(other.idOf("carol")).to.equal(4);
    names.forget();
    expect(names.idOf("alice")).to.equal(undefined);
    names.catchUp(other.count(), other.check());
    expect(names.idOf("alice")).to.equal(1);
    db.close();
  });

  for (const [what, sql] of [
    ["changed", "UPDATE name SET text = 'bOb' WHERE id = 2"],
    ["missing", "DELETE FROM name WHERE id = 2"],
    ["missing at the end", "DELETE FROM name WHERE id = 3"],
    [
      "exchanged",
      "UPDATE name SET id = CASE id WHEN 1 THEN -1 ELSE id END; UPDATE name SET id = 1 WHERE id = 2; UPDATE name SET id = 2 WHERE id = -1",
    ],
  ] as const) {
    it(`are damage when one is ${what}`, () => {
      const { db, names } = opened();
      db.exec(sql);
      const other = nameTable(db, 5);
      expect(() => other.catchUp(names.count(), names.check())).to.throw(TableDamage);
      db.close();
    });
  }

  it("are damage for the views of another journal", () => {
    const { db, names } = opened();
    expect(() => nameTable(db, 6).catchUp(names.count(), names.check())).to.throw(TableDamage);
    db.close();
  });

  it("that nobody added are damage", () => {
    const { db, names } = opened();
    expect(() => names.textOf(4)).to.throw(TableDamage, /no name 4/);
    db.close();
  });
});
