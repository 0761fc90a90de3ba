import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { diskUse } from "../../src/open/disk-use.js";

describe("the use of a disk", () => {
  const data = mkdtempSync(join(tmpdir(), "disk-use-"));
  after(() => rmSync(data, { recursive: true, force: true }));

  it("is that of each part of a data folder, its files and folders together", () => {
    const write = (name: string, bytes: number) =>
      writeFileSync(join(data, name), Buffer.alloc(bytes));
    mkdirSync(join(data, "snapshot"));
    mkdirSync(join(data, "archives"));
    write("journal.db", 1_000);
    write("journal.db-wal", 200);
    write("views-1234-abcd.db", 30);
    write("wallet.db", 4);
    write("snapshot/manifest", 5);
    write("archives/00ab", 6);
    write("fork.json", 700);
    const { bytes, freeBytes } = diskUse(data);
    expect(bytes).to.deep.equal({
      journal: 1_200,
      views: 30,
      wallet: 4,
      snapshot: 5,
      archives: 6,
    });
    expect(freeBytes).to.be.greaterThan(0);
  });
});
