import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { BlockReader, checkpointReader, checkSeed, TableDamage } from "@tallystick/tables";
import { checkEnds } from "../../src/blocks/check-ends.js";
import { TableReader } from "../../src/blocks/tables.js";
import { openFoldedFile } from "../../src/fold/folded-file.js";
import { emptyCheckpoint } from "../../src/sqlite/views-kind.js";
import { viewReader } from "../../src/sqlite/view-reader.js";
import { history } from "../history-fixture.js";
import { entriesOf, rightOf } from "../journal-fixture.js";

const journalId = "0123";
const seed = checkSeed(journalId);

/** More than one block of postings has room for. */
const length = 700;

describe("The ends of lists", () => {
  let folder: string;
  let db: Database.Database;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "check-ends-"));
    const file = join(folder, "views.db");
    const views = rightOf(openFoldedFile(file, { journalId, keepsTexts: false }));
    rightOf(views.fold(entriesOf(history(length))));
    views.close();
    db = new Database(file);
  });
  after(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const check = (): void =>
    checkEnds(
      new TableReader(new BlockReader(db, seed)),
      checkpointReader(db, emptyCheckpoint(""))(),
    );

  /** Does something to the database, looks, and undoes it. */
  const changed = (sql: string, look: () => void): void => {
    db.exec("SAVEPOINT before");
    try {
      db.exec(sql);
      look();
    } finally {
      db.exec("ROLLBACK TO before; RELEASE before");
    }
  };

  /** The last block of each list. */
  const lastBlocks = (): ReadonlyArray<readonly [kind: number, list: number, no: number]> =>
    db
      .prepare<[], [number, number, number]>(
        "SELECT kind, list, max(no) FROM block GROUP BY kind, list",
      )
      .raw()
      .all();

  it("are there after a fold", () => {
    check();
    expect(new Set(lastBlocks().map(([kind]) => kind))).to.include.members([
      1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    expect(lastBlocks().some(([, , no]) => no > 0)).to.equal(true);
  });

  it("are found missing, each of them, though there is no gap", () => {
    for (const [kind, list, no] of lastBlocks()) {
      const where = `kind = ${kind} AND list = ${list}`;
      changed(`DELETE FROM block WHERE ${where} AND no = ${no}`, () => {
        expect(check, `${where} AND no = ${no}`).to.throw(TableDamage);
        expect(() => viewReader(db, seed).check()).to.throw(TableDamage);
      });
    }
    check();
  });

  it("are found missing together", () => {
    changed("DELETE FROM block", () => expect(check).to.throw(TableDamage, "block 1/0/"));
  });

  it("are not looked for where nothing was folded", () => {
    const tables = new TableReader({
      block: () => {
        throw new TableDamage("there is no block");
      },
    });
    checkEnds(tables, { offset: 0, nodes: 1, names: 0, groups: 0 });
    expect(() => checkEnds(tables, { offset: 1, nodes: 1, names: 0, groups: 0 })).to.throw(
      TableDamage,
    );
  });
});
