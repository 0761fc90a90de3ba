import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { assert } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { idleLog } from "../../src/threads/idle-log.js";
import { sqliteStore } from "../../src/sqlite-store.js";

const idleMs = 10;

describe("the log of an idle journal", () => {
  let folder = "";
  let file = "";
  let db: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "idle-log-"));
    file = join(folder, "journal.db");
    db = new Database(file, { timeout: 60_000 });
    db.pragma("journal_mode = WAL");
    db.exec("CREATE TABLE t (data TEXT)");
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const logBytes = (): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const grow = (): void => void db.prepare("INSERT INTO t VALUES (?)").run("x".repeat(50_000));
  const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const untilCut = async (): Promise<void> => {
    while (logBytes() > 0) await moments(5);
  };

  it("is cut after each pause, and not while there is work", async () => {
    const idle = idleLog(db, undefined, 50);
    for (let turn = 0; turn < 20; turn += 1) {
      grow();
      idle.busy();
      assert.isAbove(logBytes(), 0);
      await moments(1);
    }
    await untilCut();
    grow();
    idle.busy();
    await untilCut();
    idle.stop();
  });

  it("is cut once those who read have ended, without a wait for them", async () => {
    const reader = new Database(file, { readOnly: true });
    grow();
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM t").get();
    grow();
    const idle = idleLog(db, undefined, idleMs);
    const begun = performance.now();
    await moments(5 * idleMs);
    assert.isBelow(performance.now() - begun, 30_000);
    assert.isAbove(logBytes(), 0);
    assert.equal(db.pragma("busy_timeout"), 60_000);
    reader.exec("COMMIT");
    await untilCut();
    reader.close();
    idle.stop();
  });

  it("is copied by the thread before, when it is long", async () => {
    let bytes = 2 * 1024 * 1024;
    let copies = 0;
    const copy = (): void => {
      copies += 1;
      if (copies === 2) bytes = 0;
    };
    grow();
    const idle = idleLog(db, { bytes: () => bytes, copy }, idleMs);
    await untilCut();
    assert.equal(copies, 2);
    idle.stop();
  });

  it("stays as it is when that was stopped, or the journal was closed", async () => {
    const stopped = idleLog(db, undefined, idleMs);
    stopped.stop();
    grow();
    await moments(5 * idleMs);
    assert.isAbove(logBytes(), 0);
    const closed = idleLog(db, undefined, idleMs);
    db.close();
    await moments(5 * idleMs);
    closed.stop();
  });

  for (const lock of [true, false]) {
    it(`is cut by a store that is${lock ? "" : " not"} the only one`, async () => {
      db.close();
      rmSync(file);
      const opened = await sqliteStore({ file, lock });
      if (isLeft(opened)) throw new Error(opened.left.kind);
      const event = { id: "1", type: "T", data: '"x"', metadata: "" };
      await opened.right.append("s", "no-stream", [event]);
      assert.isAbove(logBytes(), 0);
      await untilCut();
      await opened.right.close();
    });
  }
});
