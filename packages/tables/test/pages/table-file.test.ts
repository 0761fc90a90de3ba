import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { checkpointWriter } from "../../src/pages/checkpoint.js";
import {
  markDamaged,
  openEmptyTableFile,
  openTableFile,
  removeTableFile,
} from "../../src/pages/table-file.js";
import { tempFolder } from "../temp-folder.js";
import { testKind } from "./table-kind.js";

const rightOf = <A>(result: Either<{ readonly message: string }, A>): A => {
  if (isRight(result)) return result.right;
  throw new Error(result.left.message);
};

const messageOf = (result: Either<{ readonly kind: "file"; readonly message: string }, unknown>) =>
  isLeft(result) ? result.left.message : "it was opened";

describe("A file of tables", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = tempFolder();
    file = join(folder, "tables.db");
  });

  const opened = (rebuilt: RegExp | undefined): void => {
    const { db, checkpoint, rebuiltBecause } = rightOf(openTableFile(file, testKind, "0123"));
    if (rebuilt === undefined) expect(rebuiltBecause).to.equal(undefined);
    else expect(rebuiltBecause).to.match(rebuilt);
    expect(checkpoint).to.deep.equal(testKind.empty("0123"));
    expect(db.pragma("user_version")).to.equal(testKind.version);
    expect(db.prepare("SELECT count(*) FROM item").pluck().get()).to.equal(0);
    db.close();
  };

  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  it("is made, and its owner's alone", () => {
    opened(undefined);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    opened(undefined);
  });

  it("lets the log grow as its kind says before it is copied back, and waits for no flush", () => {
    const { db } = rightOf(openTableFile(file, testKind));
    const setting = (name: string): unknown => db.pragma(name);
    expect(setting("journal_mode")).to.equal("wal");
    expect(setting("synchronous")).to.equal(1);
    expect(Number(setting("wal_autocheckpoint")) * Number(setting("page_size"))).to.equal(2 ** 25);
    db.close();
  });

  it("is made where making it was interrupted after its head", () => {
    const db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.close();
    expect(statSync(file).size).to.be.above(0);
    opened(undefined);
  });

  it("is opened with the checkpoint that was written last", () => {
    const { db } = rightOf(openTableFile(file, testKind, "0123"));
    const row = { ...testKind.empty("0123"), offset: 12, items: 3 };
    checkpointWriter(db)(row);
    db.close();
    const again = rightOf(openTableFile(file, testKind));
    expect(again.checkpoint).to.deep.equal(row);
    again.db.close();
  });

  for (const [what, damage, rebuilt] of [
    ["is no database", () => writeFileSync(file, "x".repeat(5_000)), /unreadable.*not a database/],
    [
      "has another version",
      () => change("PRAGMA user_version = 99"),
      /schema version 99, expected 7/,
    ],
    ["has lost its head", () => change("PRAGMA application_id = 7"), /head/],
    ["has lost its checkpoint", () => change("DELETE FROM checkpoint"), /checkpoint/],
    [
      "has another checkpoint",
      () => change("UPDATE checkpoint SET text = replace(text, '0', '1')"),
      /checkpoint/,
    ],
    ["has lost a table", () => change("DROP TABLE checkpoint"), /no such table/],
    ["was found damaged before", () => markDamaged(file, "block 1"), /earlier run/],
  ] as const) {
    it(`starts again when it ${what}`, () => {
      opened(undefined);
      damage();
      opened(rebuilt);
      opened(undefined);
    });
  }

  it("starts again for another journal, and not where none was named", () => {
    opened(undefined);
    const any = rightOf(openTableFile(file, testKind));
    expect([any.checkpoint.journal, any.rebuiltBecause]).to.deep.equal(["0123", undefined]);
    any.db.close();
    const other = rightOf(openTableFile(file, testKind, "4567"));
    expect(other.checkpoint.journal).to.equal("4567");
    expect(other.rebuiltBecause).to.match(/to the journal 0123, expected 4567/);
    other.db.close();
  });

  it("is left alone when it is another program's", () => {
    change("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    expect(messageOf(openTableFile(file, testKind))).to.match(/another program/);
    const again = new Database(file);
    expect(again.prepare("SELECT a FROM theirs").pluck().get()).to.equal(1);
    again.close();
  });

  it("is an error of files where it cannot be made", () => {
    const missing = join(folder, "missing", "tables.db");
    expect(messageOf(openTableFile(missing, testKind))).to.match(/cannot be opened/);
    expect(messageOf(openEmptyTableFile(missing, testKind, undefined))).to.match(
      /cannot be opened/,
    );
  });

  it("is thrown away with its log and its mark", () => {
    opened(undefined);
    for (const suffix of ["-wal", ".damaged"]) writeFileSync(`${file}${suffix}`, "x");
    const { db, rebuiltBecause } = rightOf(openEmptyTableFile(file, testKind, "damaged", "0123"));
    expect(rebuiltBecause).to.equal("damaged");
    db.close();
    expect(existsSync(`${file}.damaged`)).to.equal(false);
    opened(undefined);
    markDamaged(file, "block 1");
    removeTableFile(file);
    expect([existsSync(file), existsSync(`${file}.damaged`)]).to.deep.equal([false, false]);
    markDamaged(":memory:", "nothing to mark");
  });
});
