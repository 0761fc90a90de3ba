import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { checkSeed, TableDamage } from "@tallystick/tables";
import { ledgerFile } from "../ledger-views.js";
import { checkViewsFile } from "../../src/sqlite/check-views-file.js";
import { viewReader } from "../../src/sqlite/view-reader.js";
import { viewsKind } from "../../src/sqlite/views-kind.js";
import { history } from "../history-fixture.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";

const journalId = "0123";
const entries = entriesOf(history(20)).map((entry) => ({ ...entry, hash: `hash ${entry.offset}` }));

describe("A check of a views file", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "check-views-"));
    file = join(folder, "views.db");
    const views = ledgerFile(file, journalId);
    rightOf(views.fold(entries));
    views.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  it("says where views end that are whole, and changes nothing", () => {
    const before = readFileSync(file);
    const found = rightOf(checkViewsFile(file, journalId));
    expect(found).to.deep.equal({ offset: 20, hash: "hash 20" });
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it("reads while another process folds, and sees one moment of it", () => {
    const folding = new Database(file);
    try {
      folding.exec("BEGIN; UPDATE block SET data = zeroblob(length(data))");
      expect(rightOf(checkViewsFile(file, journalId)).offset).to.equal(20);
      folding.exec("COMMIT");
      expect(leftOf(checkViewsFile(file, journalId)).kind).to.equal("damaged");
    } finally {
      folding.close();
    }
  });

  it("says which version it found and which it expected, and does not call it damaged", () => {
    change("PRAGMA user_version = 1");
    expect(leftOf(checkViewsFile(file, journalId))).to.deep.equal({
      kind: "other-version",
      message: `it has schema version 1, expected ${viewsKind.version}`,
    });
  });

  const damages: ReadonlyArray<readonly [what: string, damage: () => void]> = [
    ["a block that is missing", () => change("DELETE FROM block WHERE first = 0")],
    ["no blocks", () => change("DELETE FROM block")],
    ["a block that was changed", () => change("UPDATE block SET data = zeroblob(length(data))")],
    ["a name that was changed", () => change("UPDATE name SET text = text || 'x'")],
    ["no checkpoint", () => change("DELETE FROM checkpoint")],
    [
      "another version in a head that is not its own",
      () => change("PRAGMA user_version = 1; PRAGMA application_id = 5; DROP TABLE checkpoint"),
    ],
    ["no database in it", () => writeFileSync(file, "x".repeat(9_000))],
    ["no file", () => rmSync(file)],
  ];
  for (const [what, damage] of damages) {
    it(`finds ${what}`, () => {
      damage();
      const { kind, message } = leftOf(checkViewsFile(file, journalId));
      expect(kind).to.equal("damaged");
      expect(message).to.not.equal("");
    });
  }

  it("finds that the last block of a list is missing, whichever, though there is no gap", () => {
    const db = new Database(file);
    const lists = db
      .prepare<[], [tree: number, last: number]>("SELECT tree, max(first) FROM block GROUP BY tree")
      .raw()
      .all();
    expect(lists.length).to.be.above(10);
    const remove = db.prepare("DELETE FROM block WHERE tree = ? AND first = ?");
    for (const [tree, last] of lists) {
      db.exec("SAVEPOINT before");
      remove.run(tree, last);
      const look = () => viewReader(db, checkSeed(journalId)).check();
      expect(look, `list ${tree}`).to.throw(TableDamage);
      db.exec("ROLLBACK TO before; RELEASE before");
    }
    db.close();
  });

  it("finds an older block, though it is whole and at its place", () => {
    const db = new Database(file);
    const old = db
      .prepare("SELECT tree, data, check_sum FROM block WHERE first = 0 ORDER BY tree LIMIT 1")
      .get();
    const views = ledgerFile(file, journalId);
    rightOf(views.fold(entriesOf(history(40)).slice(20)));
    views.close();
    rightOf(checkViewsFile(file, journalId));
    db.prepare(
      "UPDATE block SET data = @data, check_sum = @check_sum WHERE tree = @tree AND first = 0",
    ).run(old);
    db.close();
    expect(leftOf(checkViewsFile(file, journalId)).message).to.include("do not match");
  });

  it("finds the views of another journal", () => {
    expect(leftOf(checkViewsFile(file, "4567")).kind).to.equal("damaged");
  });
});
