import Database from "better-sqlite3";
import { expect } from "chai";
import { isDamage } from "../../src/sqlite/schema.js";
import {
  emptyWalletCheckpoint,
  readWalletCheckpoint,
  walletCheckpointWriter,
} from "../../src/wallet/wallet-checkpoint.js";

const withTable = (): Database.Database => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE TABLE checkpoint (id INTEGER PRIMARY KEY CHECK (id = 1), text TEXT NOT NULL, check_sum INTEGER NOT NULL) STRICT",
  );
  return db;
};

const row = { ...emptyWalletCheckpoint("abc"), offset: 12, hash: "ef", leaves: 8, sum: 99 };

const thrownBy = (read: () => unknown): unknown => {
  try {
    read();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

describe("The checkpoint of the wallet's views", () => {
  it("is read as it was written last", () => {
    const db = withTable();
    const write = walletCheckpointWriter(db);
    write(emptyWalletCheckpoint("abc"));
    expect(readWalletCheckpoint(db)).to.deep.equal(emptyWalletCheckpoint("abc"));
    write(row);
    expect(readWalletCheckpoint(db)).to.deep.equal(row);
    db.close();
  });

  for (const [what, change] of [
    ["is missing", "DELETE FROM checkpoint"],
    ["names another journal", "UPDATE checkpoint SET text = replace(text, 'abc', 'abd')"],
    ["has another offset", "UPDATE checkpoint SET text = replace(text, ':12,', ':13,')"],
    ["has another checksum", "UPDATE checkpoint SET check_sum = check_sum + 1"],
    ["is no JSON", "UPDATE checkpoint SET text = 'offset'"],
    ["is no object", "UPDATE checkpoint SET text = '[]'"],
    ["lacks a number", "UPDATE checkpoint SET text = replace(text, 'leaves', 'leafs')"],
  ] as const) {
    it(`is damage when it ${what}`, () => {
      const db = withTable();
      walletCheckpointWriter(db)(row);
      db.exec(change);
      expect(isDamage(thrownBy(() => readWalletCheckpoint(db)))).to.equal(true);
      db.close();
    });
  }
});
