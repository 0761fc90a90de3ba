import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { checkpointReader, checkpointWriter } from "../../src/pages/checkpoint.js";
import { isDamage } from "../../src/pages/file-errors.js";
import { testKind } from "./table-kind.js";

const row = { ...testKind.empty("abc"), offset: 12, hash: "ef", items: 8 };

const opened = () => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL, check_sum INTEGER NOT NULL) STRICT",
  );
  return { db, read: checkpointReader(db, testKind.empty("")), write: checkpointWriter(db) };
};

const thrownBy = (read: () => unknown): unknown => {
  try {
    read();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

describe("The checkpoint of a file of tables", () => {
  it("is read as it was written last", () => {
    const { db, read, write } = opened();
    write(testKind.empty("abc"));
    expect(read()).to.deep.equal(testKind.empty("abc"));
    write(row);
    expect(read()).to.deep.equal(row);
    db.close();
  });

  for (const [what, change] of [
    ["is missing", "DELETE FROM checkpoint"],
    ["names another journal", "UPDATE checkpoint SET text = replace(text, 'abc', 'abd')"],
    ["has another offset", "UPDATE checkpoint SET text = replace(text, ':12,', ':13,')"],
    ["has another checksum", "UPDATE checkpoint SET check_sum = check_sum + 1"],
    ["is no JSON", "UPDATE checkpoint SET text = 'offset'"],
    ["is no object", "UPDATE checkpoint SET text = '[]'"],
    ["lacks a number", "UPDATE checkpoint SET text = replace(text, 'items', 'itens')"],
  ] as const) {
    it(`is damage when it ${what}`, () => {
      const { db, read, write } = opened();
      write(row);
      db.exec(change);
      expect(isDamage(thrownBy(read))).to.equal(true);
      db.close();
    });
  }

  it("is damage when it is another kind's, although its checksum is right", () => {
    const { db, read, write } = opened();
    const { items: _items, ...other } = row;
    write(other);
    expect(isDamage(thrownBy(read))).to.equal(true);
    db.close();
  });
});
