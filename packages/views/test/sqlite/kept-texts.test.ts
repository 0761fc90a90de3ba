import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { TableDamage } from "@tallystick/tables";
import { keptTexts, textKeeper } from "../../src/sqlite/kept-texts.js";

const entries = [1, 2, 3, 4].map((offset) => ({ offset, type: "T", data: `{"n":${offset}}` }));

const opened = () => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE event_text (offset INTEGER PRIMARY KEY, type TEXT, data TEXT, check_sum INTEGER)",
  );
  const keep = textKeeper(db, 9);
  for (const entry of entries) keep(entry);
  return db;
};

describe("The copy of the journal in the views", () => {
  it("gives the events from one offset to another", () => {
    const db = opened();
    expect(keptTexts(db, 9).between(2, 3)).to.deep.equal(entries.slice(1, 3));
    db.close();
  });

  for (const [what, sql] of [
    ["changed", "UPDATE event_text SET data = '{}' WHERE offset = 3"],
    ["of another type", "UPDATE event_text SET type = 'U' WHERE offset = 3"],
    ["missing", "DELETE FROM event_text WHERE offset = 3"],
    ["missing at the end", "DELETE FROM event_text WHERE offset = 4"],
    [
      "another's",
      "UPDATE event_text SET (data, check_sum) = (SELECT data, check_sum FROM event_text WHERE offset = 1) WHERE offset = 3",
    ],
  ] as const) {
    it(`is damage when an event is ${what}`, () => {
      const db = opened();
      db.exec(sql);
      expect(() => keptTexts(db, 9).between(1, 4)).to.throw(TableDamage, /event [34]/);
      db.close();
    });
  }

  it("gives events that are far apart, up to the first that is missing or damaged", () => {
    const db = opened();
    const wanted = [4, 1, 3].map((offset) => entries[offset - 1]);
    const texts = keptTexts(db, 9);
    const read = (maxCharacters?: number) => texts.at?.([4, 1, 3], maxCharacters);
    expect(read()).to.deep.equal(wanted);
    expect(read(10)).to.deep.equal(wanted.slice(0, 2));
    db.exec("UPDATE event_text SET data = '{}' WHERE offset = 3");
    expect(read()).to.deep.equal(wanted.slice(0, 2));
    db.exec("DELETE FROM event_text WHERE offset = 1");
    expect(read()).to.deep.equal(wanted.slice(0, 1));
    db.close();
  });

  it("is damage for another journal", () => {
    const db = opened();
    expect(() => keptTexts(db, 8).between(1, 1)).to.throw(TableDamage);
    db.close();
  });
});
