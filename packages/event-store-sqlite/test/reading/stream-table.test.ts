import { isRight } from "fp-ts/lib/Either.js";
import type { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { openDatabase } from "../../src/files/database.js";
import { streamTable } from "../../src/reading/stream-table.js";

const inMemory = (): Database => {
  const opened = openDatabase(":memory:", 0);
  if (isRight(opened)) return opened.right;
  throw new Error(JSON.stringify(opened.left));
};

describe("the table of streams", () => {
  let db = inMemory();
  beforeEach(() => {
    db = inMemory();
  });
  afterEach(() => db.close());

  it("gives each name a number, and the name of a number", () => {
    const table = streamTable(db);
    const ids = ["a", "b", "ü 🪙"].map((name) => table.create(name));
    expect(new Set(ids).size).to.equal(3);
    for (const [at, name] of ["a", "b", "ü 🪙"].entries()) {
      expect(table.idOf(name)).to.equal(ids[at]);
      expect(table.nameOf(ids[at] ?? 0)).to.equal(name);
    }
  });

  it("has no other names and numbers", () => {
    const table = streamTable(db);
    table.create("a");
    expect([table.idOf("b"), table.nameOf(99)]).to.deep.equal([undefined, undefined]);
  });

  it("does not take a name twice", () => {
    const table = streamTable(db);
    table.create("a");
    expect(() => table.create("a")).to.throw(/UNIQUE/);
  });

  it("forgets a stream that was rolled back", () => {
    const table = streamTable(db);
    db.exec("BEGIN");
    const id = table.create("a");
    expect(table.idOf("a")).to.equal(id);
    db.exec("ROLLBACK");
    expect(table.idOf("a")).to.equal(undefined);
  });

  it("sees what another table of the same database adds", () => {
    const [table, other] = [streamTable(db), streamTable(db)];
    expect(table.idOf("a")).to.equal(undefined);
    const id = other.create("a");
    expect([table.idOf("a"), table.nameOf(id)]).to.deep.equal([id, "a"]);
  });
});
