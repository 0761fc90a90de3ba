import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import { setAsideSnapshot } from "../src/data-folder.js";

describe("a snapshot that is set aside", () => {
  const base = mkdtempSync(join(tmpdir(), "bench-snapshot-"));
  const data = join(base, "data");
  const snapshot = join(data, "snapshot");
  const make = (text: string): void => {
    mkdirSync(snapshot, { recursive: true });
    writeFileSync(join(snapshot, "runs"), text);
  };
  after(() => rmSync(base, { recursive: true }));

  it("is away for every start, whatever the one before has made, and comes back", () => {
    make("old");
    const aside = setAsideSnapshot(data);
    assert.isFalse(existsSync(snapshot));
    make("new");
    aside.removeNew();
    assert.isFalse(existsSync(snapshot));
    aside.removeNew();
    make("newer");
    aside.restore();
    assert.equal(readFileSync(join(snapshot, "runs"), "utf8"), "old");
  });
});
