import { expect } from "chai";
import * as fc from "fast-check";
import { Names } from "../../src/pages/names.js";
import { TableDamage } from "../../src/table-damage.js";
import { leafDatabase } from "./leaf-database.js";

const seed = 5;

const opened = () => {
  const db = leafDatabase();
  return { db, names: new Names(db, seed) };
};

const countIn = (db: ReturnType<typeof leafDatabase>): unknown =>
  db.prepare("SELECT count(*) FROM name").pluck().get();

/** Adds what is not known yet, as the wallet's tables do. */
const addTo = (names: Names, text: string): number => names.idOf(text) ?? names.add(text);

describe("Names that are not written", () => {
  it("are numbered like those that are, before and after they are written", () => {
    const { db, names } = opened();
    expect(["alice", "bob"].map((text) => names.add(text))).to.deep.equal([1, 2]);
    names.flush().done();
    expect(names.add("carol")).to.equal(3);
    expect(["alice", "carol", "dave"].map((text) => names.idOf(text))).to.deep.equal([
      1,
      3,
      undefined,
    ]);
    expect([1, 2, 3].map((id) => names.textOf(id))).to.deep.equal(["alice", "bob", "carol"]);
    expect(() => names.textOf(4)).to.throw(TableDamage, "no name 4");
    expect(countIn(db)).to.equal(2);
    db.close();
  });

  it("count as not written until their transaction is committed", () => {
    const { db, names } = opened();
    names.add("alice");
    db.exec("BEGIN");
    names.flush();
    db.exec("ROLLBACK");
    expect(names.idOf("alice")).to.equal(1);
    names.add("bob");
    names.flush().done();
    expect(countIn(db)).to.equal(2);
    expect(names.textOf(2)).to.equal("bob");
    db.close();
  });

  it("are a name table's after any steps, without the undone ones", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), n: fc.nat(20) }),
      fc.record({ kind: fc.constantFrom("begin" as const, "undo" as const, "flush" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { db, names } = opened();
        let model: Array<string> = [];
        let begun: ReadonlyArray<string> = [];
        for (const each of steps) {
          if (each.kind === "add") {
            const text = `party${each.n}`;
            addTo(names, text);
            if (!model.includes(text)) model.push(text);
          } else if (each.kind === "begin") {
            names.begin();
            begun = [...model];
          } else if (each.kind === "undo") {
            names.undo();
            model = [...begun];
          } else {
            names.flush().done();
            begun = [...model];
          }
          expect(names.count()).to.equal(model.length);
          for (const [at, text] of model.entries()) {
            expect(names.idOf(text)).to.equal(at + 1);
            expect(names.textOf(at + 1)).to.equal(text);
          }
        }
        names.flush().done();
        const fresh = new Names(db, seed);
        fresh.catchUp(names.count(), names.check());
        expect(model.map((text) => fresh.idOf(text))).to.deep.equal(model.map((_, at) => at + 1));
        db.close();
      }),
    );
  });

  it("are forgotten with those that are written, which are then read again", () => {
    const { db, names } = opened();
    names.add("alice");
    names.flush().done();
    const [count, check] = [names.count(), names.check()];
    names.add("bob");
    names.forget();
    expect(names.count()).to.equal(0);
    names.catchUp(count, check);
    expect([names.idOf("alice"), names.idOf("bob")]).to.deep.equal([1, undefined]);
    db.exec("UPDATE name SET text = 'mallory'");
    names.forget();
    expect(() => names.catchUp(count, check)).to.throw(TableDamage);
    db.close();
  });
});

const written = () => {
  const { db, names } = opened();
  for (const text of ["alice", "bob", "Bank:Iou"]) names.add(text);
  names.flush().done();
  return { db, names };
};

describe("The names of parties and templates", () => {
  it("are numbered from 1", () => {
    const { db, names } = written();
    expect(["alice", "bob", "nobody"].map((text) => names.idOf(text))).to.deep.equal([
      1,
      2,
      undefined,
    ]);
    db.close();
  });

  it("are caught up with in steps", () => {
    const { db, names } = written();
    const other = new Names(db, 5);
    other.catchUp(names.count(), names.check());
    expect(other.textOf(3)).to.equal("Bank:Iou");
    expect(names.add("carol")).to.equal(4);
    names.flush().done();
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
      const { db, names } = written();
      db.exec(sql);
      const other = new Names(db, 5);
      expect(() => other.catchUp(names.count(), names.check())).to.throw(TableDamage);
      db.close();
    });
  }

  it("are damage for the views of another journal", () => {
    const { db, names } = written();
    expect(() => new Names(db, 6).catchUp(names.count(), names.check())).to.throw(TableDamage);
    db.close();
  });

  it("that no one added are damage", () => {
    const { db, names } = written();
    expect(() => names.textOf(4)).to.throw(TableDamage, /no name 4/);
    db.close();
  });
});
