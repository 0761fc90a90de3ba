import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { assert } from "chai";
import { readOnlyReason, writableFiles } from "../../src/files/writable-files.js";
import { journalFolder } from "../journal-files.js";

/** Longer than a look at the files counts. */
const lookMs = 60;
const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("the files of an open journal", () => {
  let folder: ReturnType<typeof journalFolder>;
  let file = "";
  beforeEach(() => {
    folder = journalFolder();
    file = folder.file;
    for (const path of [file, `${file}-wal`]) writeFileSync(path, "x", { mode: 0o600 });
  });
  afterEach(() => folder.cleanUp());

  const obstacleAfter = async (change: () => void): Promise<string | undefined> => {
    const files = writableFiles(file);
    assert.equal(files.obstacle(), undefined);
    change();
    await moments(lookMs);
    return files.obstacle();
  };

  for (const mode of [0o400, 0o444, 0o500]) {
    it(`are read-only with mode ${mode.toString(8)}, also for who may write everything`, async () => {
      const obstacle = await obstacleAfter(() => chmodSync(file, mode));
      assert.match(
        obstacle ?? "",
        new RegExp(`journal.db is read-only \\(mode 0${mode.toString(8)}\\)`),
      );
      chmodSync(file, 0o600);
      assert.equal(readOnlyReason(file), undefined);
    });
  }

  for (const end of ["", "-wal"]) {
    it(`are not written once journal.db${end} was removed, nor when another is there`, async () => {
      const path = `${file}${end}`;
      const removed = await obstacleAfter(() => rmSync(path));
      assert.include(removed ?? "", `${path} was removed or replaced`);
      writeFileSync(path, "x");
      const replaced = await obstacleAfter(() => {
        renameSync(path, `${path}.old`);
        writeFileSync(path, "x");
      });
      assert.include(replaced ?? "", `${path} was removed or replaced`);
    });
  }

  it("are written again when they are back", async () => {
    const files = writableFiles(file);
    let tookMs = lookMs;
    // a look counts for a while, which is seen where the next one comes in that time
    while (tookMs >= 50) {
      renameSync(file, `${file}.away`);
      await moments(lookMs);
      const begunMs = performance.now();
      assert.isDefined(files.obstacle());
      renameSync(`${file}.away`, file);
      const next = files.obstacle();
      tookMs = performance.now() - begunMs;
      if (tookMs < 50) assert.isDefined(next);
      await moments(lookMs);
    }
    assert.isUndefined(files.obstacle());
  });

  it("need no log that was not there", async () => {
    rmSync(`${file}-wal`);
    assert.equal(await obstacleAfter(() => undefined), undefined);
  });

  it("cannot be written where there is none", () => {
    const missing = `${file}.missing`;
    assert.match(readOnlyReason(missing) ?? "", /ENOENT/);
    mkdirSync(missing);
    assert.equal(readOnlyReason(missing), undefined);
  });
});
