import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { maxIdleLogBytes } from "@tallystick/tables";
import { expect } from "chai";
import { logCopies } from "../../src/sqlite/log-copies.js";

describe("The log of a file that the main thread writes", () => {
  let folder: string;
  let file: string;
  let db: Database;
  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const grow = (bytes: number): void => {
    db.prepare("INSERT INTO texts VALUES (?)").run("x".repeat(bytes));
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-"));
    file = join(folder, "wallet.db");
    db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.pragma("wal_autocheckpoint = 0");
    db.pragma(`journal_size_limit = ${maxIdleLogBytes}`);
    db.exec("CREATE TABLE texts (text TEXT)");
    db.checkpoint("TRUNCATE");
  });
  afterEach(() => {
    if (db.isOpen) db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is left alone while it is short", async () => {
    const copies = logCopies(file);
    const before = sizeOf(file);
    grow(maxIdleLogBytes / 4);
    copies.written();
    await copies.copied();
    expect(sizeOf(file)).to.equal(before);
    await copies.stop();
  });

  it("is copied when it is long, and begins again with the next write", async () => {
    const copies = logCopies(file);
    for (let round = 1; round <= 3; round++) {
      grow(2 * maxIdleLogBytes);
      copies.written();
      await copies.copied();
      expect(sizeOf(file)).to.be.above(round * 2 * maxIdleLogBytes);
      grow(1);
      expect(sizeOf(`${file}-wal`)).to.be.at.most(maxIdleLogBytes);
    }
    await copies.stop();
  });

  it("is copied by who closes the file last", async () => {
    const copies = logCopies(file);
    grow(2 * maxIdleLogBytes);
    copies.written();
    db.close();
    await copies.stop();
    expect(existsSync(`${file}-wal`)).to.equal(false);
    db = new Database(file);
    expect(db.prepare("SELECT count(*) FROM texts").pluck().get()).to.equal(1);
    expect(db.pragma("integrity_check")).to.equal("ok");
  });

  it("is no matter when the file is gone, or was made again", async () => {
    const copies = logCopies(file);
    grow(2 * maxIdleLogBytes);
    copies.written();
    await copies.copied();
    db.close();
    rmSync(file);
    await copies.copied();
    db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.exec("CREATE TABLE texts (text TEXT)");
    grow(2 * maxIdleLogBytes);
    copies.written();
    await copies.copied();
    expect(sizeOf(file)).to.be.above(2 * maxIdleLogBytes);
    await copies.stop();
  });
});
