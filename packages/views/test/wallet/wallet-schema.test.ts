import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { emptyWalletCheckpoint } from "../../src/wallet/wallet-checkpoint.js";
import { openEmptyWalletFile, openWalletFile } from "../../src/wallet/wallet-schema.js";
import { leftOf, rightOf } from "../journal-fixture.js";

describe("The file of wallet views", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "wallet-schema-"));
    file = join(folder, "wallet.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const opened = (rebuilt: RegExp | undefined): void => {
    const { db, checkpoint, rebuiltBecause } = rightOf(openWalletFile(file));
    expect(checkpoint).to.deep.equal(emptyWalletCheckpoint(""));
    if (rebuilt === undefined) expect(rebuiltBecause).to.equal(undefined);
    else expect(rebuiltBecause).to.match(rebuilt);
    db.close();
  };

  it("is made, and its owner's alone", () => {
    opened(undefined);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    opened(undefined);
  });

  it("lets the log grow to 32 MiB before it is copied back, and waits for no flush", () => {
    const { db } = rightOf(openWalletFile(file));
    const setting = (name: string): unknown => db.pragma(name, { simple: true });
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

  for (const [what, damage, rebuilt] of [
    ["is no database", () => writeFileSync(file, "x".repeat(5_000)), /not a database/],
    ["has another version", () => change("PRAGMA user_version = 3"), /schema version 3/],
    ["has lost its head", () => change("PRAGMA application_id = 7"), /head/],
    ["has lost its checkpoint", () => change("DELETE FROM checkpoint"), /checkpoint/],
    ["has lost a table", () => change("DROP TABLE checkpoint"), /no such table/],
  ] as const) {
    it(`starts again when it ${what}`, () => {
      opened(undefined);
      damage();
      opened(rebuilt);
      opened(undefined);
    });
  }

  const change = (sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  it("is left alone when it is another program's", () => {
    const other = new Database(file);
    other.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    other.close();
    expect(leftOf(openWalletFile(file)).kind).to.equal("file");
    const again = new Database(file);
    expect(again.prepare("SELECT a FROM theirs").pluck().get()).to.equal(1);
    again.close();
  });

  it("is an error of files where it cannot be made", () => {
    const missing = join(folder, "missing", "wallet.db");
    expect(leftOf(openWalletFile(missing)).kind).to.equal("file");
    expect(isLeft(openEmptyWalletFile(missing, undefined))).to.equal(true);
  });

  it("is thrown away with its log and its mark", () => {
    opened(undefined);
    for (const suffix of ["-wal", ".damaged"]) writeFileSync(`${file}${suffix}`, "x");
    rightOf(openEmptyWalletFile(file, "damaged")).db.close();
    expect(existsSync(`${file}.damaged`)).to.equal(false);
    opened(undefined);
  });
});
