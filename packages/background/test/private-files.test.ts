import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isLink, linksAt, makePrivate } from "../src/private-files.js";

describe("Private files", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "private-files-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("are read by their owner alone, whether they are made or were there", () => {
    const [made, before] = [join(folder, "made"), join(folder, "before")];
    writeFileSync(before, "content", { mode: 0o644 });
    const found = [made, before].map((path) => {
      makePrivate(path);
      const { mode, size } = statSync(path);
      return [mode & 0o777, size];
    });
    expect(found).to.deep.equal([
      [0o600, 0],
      [0o600, 7],
    ]);
  });

  it("tell links from files, those that lead nowhere too, and what is put next to a database", () => {
    const file = join(folder, "views.db");
    writeFileSync(file, "");
    expect(linksAt(file)).to.deep.equal([]);
    for (const end of ["-wal", "-shm", "-journal", ".other"])
      symlinkSync(join(folder, "nowhere"), `${file}${end}`);
    expect(linksAt(file)).to.deep.equal([`${file}-wal`, `${file}-shm`, `${file}-journal`]);
    expect([file, `${file}.other`, join(folder, "missing")].map(isLink)).to.deep.equal([
      false,
      true,
      false,
    ]);
  });
});
