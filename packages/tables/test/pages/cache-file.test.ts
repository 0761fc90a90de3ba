import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { makeCacheFile } from "../../src/pages/cache-file.js";

describe("A file of a cache", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cache-file-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const mode = (): number => statSync(file).mode & 0o777;

  it("is made for its owner alone, empty", () => {
    makeCacheFile(file);
    expect([mode(), statSync(file).size]).to.deep.equal([0o600, 0]);
  });

  for (const before of [0o644, 0o666, 0o640, 0o600]) {
    it(`that is there with mode ${before.toString(8)} loses the access of others, and nothing else`, () => {
      writeFileSync(file, "content");
      chmodSync(file, before);
      makeCacheFile(file);
      expect([mode(), readFileSync(file, "utf8")]).to.deep.equal([0o600, "content"]);
    });
  }

  for (const end of ["", "-wal", "-shm", "-journal"]) {
    it(`is not what a link views.db${end} leads to, which stays as it is`, () => {
      const other = join(folder, "letters");
      writeFileSync(other, "letters", { mode: 0o644 });
      symlinkSync(other, `${file}${end}`);
      makeCacheFile(file);
      expect([mode(), statSync(file).size]).to.deep.equal([0o600, 0]);
      expect([readFileSync(other, "utf8"), statSync(other).mode & 0o777]).to.deep.equal([
        "letters",
        0o644,
      ]);
    });
  }

  it("is made in place of a link that leads nowhere", () => {
    symlinkSync(join(folder, "missing"), file);
    makeCacheFile(file);
    expect(statSync(file).size).to.equal(0);
  });

  it("is not made where there is no folder", () => {
    expect(() => makeCacheFile(join(folder, "missing", "views.db"))).to.throw("ENOENT");
  });
});
