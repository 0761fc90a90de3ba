import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import { grownFile, moveSnapshotAway } from "../src/disk.js";

describe("a snapshot that is moved away", () => {
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
    const moved = moveSnapshotAway(data);
    assert.isFalse(existsSync(snapshot));
    make("new");
    moved.removeNew();
    assert.isFalse(existsSync(snapshot));
    moved.removeNew();
    make("newer");
    moved.restore();
    assert.equal(readFileSync(join(snapshot, "runs"), "utf8"), "old");
  });
});

describe("a file that is grown once for a run", () => {
  const base = mkdtempSync(join(tmpdir(), "bench-grown-"));
  const folderOf = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const given = (folder: string, keptFolder = "") => ({ folder, keptFolder });
  after(() => rmSync(base, { recursive: true }));

  it("is made by the first contender, and found by others when the first is gone", async () => {
    const first = folderOf("first");
    const path = await grownFile(given(first), "a.db", (file) => writeFileSync(file, "grown"));
    rmSync(first, { recursive: true });
    const again = await grownFile(given(folderOf("second")), "a.db", () =>
      assert.fail("grown again"),
    );
    assert.equal(again, path);
    assert.equal(readFileSync(again, "utf8"), "grown");
    assert.equal(join(base, "a.db"), path);
  });

  it("is not there for others when growing it failed", async () => {
    const folder = folderOf("failed");
    const grown = grownFile(given(folder), "b.db", (file) => {
      writeFileSync(file, "half");
      throw new Error("the disk is full");
    });
    const error: unknown = await grown.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.instanceOf(error, Error);
    assert.isFalse(existsSync(join(base, "b.db")));
    const path = await grownFile(given(folderOf("next")), "b.db", (file) =>
      writeFileSync(file, "whole"),
    );
    assert.equal(readFileSync(path, "utf8"), "whole");
  });

  it("is in the folder whose files are kept, which is made, and found there by later runs", async () => {
    const kept = join(base, "kept", "here");
    const grow = (file: string): void => writeFileSync(file, "grown");
    const path = await grownFile(given(folderOf("third"), kept), "c-10.db", grow);
    assert.equal(path, join(kept, "c-10.db"));
    assert.deepEqual(readdirSync(kept), ["c-10.db"]);
    const again = await grownFile(given(folderOf("fourth"), kept), "c-10.db", () =>
      assert.fail("grown again"),
    );
    assert.equal(again, path);
    await grownFile(given(folderOf("fourth"), kept), "c-20.db", grow);
    assert.deepEqual(readdirSync(kept).sort(), ["c-10.db", "c-20.db"]);
  });
});
