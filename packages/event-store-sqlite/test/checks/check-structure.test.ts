import Database from "better-sqlite3";
import { assert } from "chai";
import { checkStructure } from "../../src/checks/check-structure.js";
import { storedJournal } from "../stored-journal.js";

describe("The structure of a journal", () => {
  const journal = (): Database.Database =>
    storedJournal([
      ["a", 5],
      ["b", 3],
      ["a", 2],
    ]).db;

  it("is whole when no one changed it, and when there is nothing", () => {
    assert.deepEqual(checkStructure(journal()), []);
    assert.deepEqual(checkStructure(storedJournal([]).db), []);
  });

  const unsafe = (sql: string) => (db: Database.Database) => {
    db.unsafeMode();
    db.pragma("writable_schema = ON");
    db.exec(sql);
  };

  for (const [what, change, said] of [
    [
      "a row that is gone",
      (db: Database.Database) => db.exec("DELETE FROM event WHERE position = 4"),
      ["1 rows of the table event are missing", "1 streams do not have their events once each"],
    ],
    [
      "the last row of another stream that is gone",
      (db: Database.Database) => db.exec("DELETE FROM event WHERE position = 8"),
      ["1 rows of the table event are missing", "1 streams do not have their events once each"],
    ],
    [
      "a stream without a name",
      (db: Database.Database) => db.exec("DELETE FROM stream WHERE name = 'b'"),
      ["1 streams have events and no name"],
    ],
    [
      "rows at the place of others",
      (db: Database.Database) => db.exec("UPDATE event SET revision = 70 WHERE position = 2"),
      ["1 streams do not have their events once each"],
    ],
    [
      "a trigger that changes events while they are written",
      (db: Database.Database) =>
        db.exec("CREATE TRIGGER event AFTER INSERT ON event BEGIN DELETE FROM event; END"),
      ['it has the trigger "event", which no journal has'],
    ],
    [
      "a table that is none of a journal's",
      (db: Database.Database) => db.exec("CREATE TABLE other (name TEXT)"),
      ['it has the table "other", which no journal has'],
    ],
    [
      "an index that leads to another tree",
      unsafe(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_stream_1') WHERE name = 'event_place'",
      ),
      undefined,
    ],
  ] as const) {
    it(`has a finding for ${what}`, () => {
      const db = journal();
      change(db);
      // what the connection knows of the tables is read again
      const copy = new Database(db.serialize());
      const found = checkStructure(copy);
      if (said !== undefined && what !== "the last row of another stream that is gone")
        assert.deepEqual(found, said);
      assert.isAbove(found.length, 0);
      copy.close();
    });
  }
});
