import { expect } from "chai";
import { checkAllLeaves } from "../../src/pages/leaf-checks.js";
import { LeafRows } from "../../src/pages/leaf-rows.js";
import { TableDamage } from "../../src/table-damage.js";
import { emptyMaps, leafSeed, reopened } from "./leaf-database.js";

const filled = (count = 120) => {
  const made = emptyMaps();
  for (let n = 0; n < count; n++)
    made.maps.set(1, n.toString(16).padStart(4, "0"), `value ${"x".repeat(200)}`);
  made.leaves.flush().done();
  return made;
};

describe("Checks of leaves", () => {
  it("are made in parts, between which they may change", () => {
    const made = filled(12_000);
    let parts = 0;
    for (const _part of made.leaves.checkParts()) {
      parts += 1;
      made.maps.set(1, "0005", `of part ${parts}`);
      made.maps.delete(1, (parts * 700).toString(16).padStart(4, "0"));
      made.leaves.flush().done();
    }
    expect(parts).to.be.above(1);
    made.leaves.checkAll(2);
    made.db.close();
  });

  for (const [what, change] of [
    ["is missing", "DELETE FROM leaf WHERE id = 150"],
    ["is another", "UPDATE leaf SET text = text || 'x' WHERE id = 150"],
    [
      "is too much",
      "INSERT INTO leaf SELECT 9999, tree, first || '0', text, check_sum FROM leaf WHERE id = 150",
    ],
  ] as const) {
    it(`find in whatever part one ${what}`, () => {
      const made = filled(6_000);
      made.db.exec(change);
      expect(() => [...made.leaves.checkParts()]).to.throw(TableDamage);
      made.db.close();
    });
  }

  it("find leaves older than the checkpoint by their sum", () => {
    const made = filled();
    const old = made.db.prepare("SELECT * FROM leaf WHERE id = 4").get();
    made.maps.set(1, "0014", "other");
    made.leaves.flush().done();
    made.db.prepare("UPDATE leaf SET text = @text, check_sum = @check_sum WHERE id = @id").run(old);
    expect(() => reopened(made).leaves.checkAll(2)).to.throw(TableDamage, "not those");
    made.db.close();
  });

  it("find more or fewer leaves than the checkpoint has by their count", () => {
    const made = filled();
    made.leaves.checkAll(2);
    const { leaves, sum } = made.leaves.totals();
    for (const totals of [
      { leaves: leaves + 1, sum },
      { leaves: leaves - 1, sum },
      { leaves, sum: sum ^ 1 },
    ]) {
      const rows = new LeafRows(made.db);
      expect(() => checkAllLeaves(rows, leafSeed, 2, totals)).to.throw(TableDamage);
    }
    expect(() => made.leaves.checkAll(3)).to.throw(TableDamage);
    made.db.close();
  });
});
