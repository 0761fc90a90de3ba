import Database from "better-sqlite3";
import { expect } from "chai";
import { PreparedStatements } from "../../src/wallet/prepared-statements.js";
import { recreateWalletTables } from "../../src/wallet/wallet-schema.js";

describe("Prepared statements", () => {
  const open = () => {
    const db = new Database(":memory:");
    recreateWalletTables(db);
    return { db, sql: new PreparedStatements(db) };
  };

  it("give each name one number, and say how many rows changed", () => {
    const { sql } = open();
    expect(sql.known("alice")).to.equal(undefined);
    const alice = sql.numberOf("alice");
    expect([sql.numberOf("alice"), sql.known("alice")]).to.deep.equal([alice, alice]);
    expect(sql.numberOf("bob")).to.not.equal(alice);
    expect(sql.run("UPDATE names SET text = text")).to.equal(2);
    expect(sql.all("SELECT text FROM names ORDER BY id")).to.deep.equal([
      { text: "alice" },
      { text: "bob" },
    ]);
    expect(sql.get("SELECT text FROM names WHERE id = ?", -1)).to.equal(undefined);
  });

  it("forget numbers of a transaction that was undone", () => {
    const { db, sql } = open();
    db.exec("BEGIN");
    sql.numberOf("alice");
    db.exec("ROLLBACK");
    sql.forgetNames();
    expect(sql.known("alice")).to.equal(undefined);
  });
});
