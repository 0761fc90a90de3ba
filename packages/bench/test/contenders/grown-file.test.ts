import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import { grownFile } from "../../src/contenders/grown-file.js";

describe("a file that is grown once for a run", () => {
  const base = mkdtempSync(join(tmpdir(), "bench-grown-"));
  const folderOf = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  after(() => rmSync(base, { recursive: true }));

  it("is made by the first contender, and found by others when the first is gone", async () => {
    const first = folderOf("first");
    const path = await grownFile(first, "a.db", (file) => writeFileSync(file, "grown"));
    rmSync(first, { recursive: true });
    const again = await grownFile(folderOf("second"), "a.db", () => assert.fail("grown again"));
    assert.equal(again, path);
    assert.equal(readFileSync(again, "utf8"), "grown");
    assert.equal(join(base, "a.db"), path);
  });

  it("is not there for others when growing it failed", async () => {
    const folder = folderOf("failed");
    const grown = grownFile(folder, "b.db", (file) => {
      writeFileSync(file, "half");
      throw new Error("the disk is full");
    });
    const error: unknown = await grown.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.instanceOf(error, Error);
    assert.isFalse(existsSync(join(base, "b.db")));
    const path = await grownFile(folderOf("next"), "b.db", (file) => writeFileSync(file, "whole"));
    assert.equal(readFileSync(path, "utf8"), "whole");
  });
});
