import Database from "better-sqlite3";
import { expect } from "chai";
import { TableDamage } from "@tallystick/tables";
import { checkpointTable, emptyCheckpoint } from "../../src/sqlite/checkpoint-row.js";

const opened = () => {
  const db = new Database(":memory:");
  db.exec("CREATE TABLE checkpoint (id INTEGER PRIMARY KEY, text TEXT, check_sum INTEGER)");
  const rows = checkpointTable(db, 3);
  rows.write({ ...emptyCheckpoint(3), offset: 12, hash: "ab", groups: 4 });
  return { db, rows };
};

describe("The checkpoint of the views", () => {
  it("is read as it was written last", () => {
    const { db, rows } = opened();
    expect(rows.read()).to.include({ offset: 12, hash: "ab", groups: 4, nodes: 1, namesCheck: 3 });
    rows.write({ ...rows.read(), offset: 13 });
    expect(rows.read().offset).to.equal(13);
    db.close();
  });

  for (const [what, sql] of [
    ["changed", `UPDATE checkpoint SET text = replace(text, '12', '13')`],
    ["missing", "DELETE FROM checkpoint"],
    ["without its checksum", "UPDATE checkpoint SET check_sum = check_sum + 1"],
  ] as const) {
    it(`is damage when it is ${what}`, () => {
      const { db, rows } = opened();
      db.exec(sql);
      expect(() => rows.read()).to.throw(TableDamage, /checkpoint/);
      db.close();
    });
  }

  it("is damage for another journal", () => {
    const { db } = opened();
    expect(() => checkpointTable(db, 4).read()).to.throw(TableDamage);
    db.close();
  });
});
