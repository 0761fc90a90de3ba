import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import type { NewEvent } from "@tallystick/event-store";
import { assert } from "chai";
import { Database, terminateThread } from "@tallystick/sqlite";
import { type CheckpointedLog, logCheckpointer } from "../../src/threads/log-checkpointer.js";

const kib = 1024;
/** The log may grow to this before it is copied back; far below what the tests write. */
const everyBytes = 256 * kib;

const eventsOf = (count: number, bytes: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    type: "T",
    data: "x".repeat(bytes),
    metadata: "",
  }));

const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("copying the log back", () => {
  let folder = "";
  let file = "";
  let db: Database;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "log-checkpointer-"));
    file = join(folder, "journal.db");
    db = new Database(file);
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.exec("CREATE TABLE t (n INTEGER PRIMARY KEY, data TEXT)");
    db.pragma("wal_checkpoint(TRUNCATE)");
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const fileBytes = (): number => sizeOf(file);
  const logBytes = (): number => sizeOf(`${file}-wal`);

  /** Writes events as the store does, with a turn of the event loop after each batch. */
  const write = async (
    batches: number,
    log: Partial<CheckpointedLog> = {},
    until: () => boolean = () => false,
  ): Promise<() => Promise<void>> => {
    const checkpointer = logCheckpointer({ file, db, everyBytes, ...log });
    const insert = db.prepare("INSERT INTO t (data) VALUES (?)");
    const events = eventsOf(16, kib);
    for (let batch = 0; batch < batches && !until(); batch += 1) {
      db.transaction(() => events.forEach(({ data }) => insert.run(data)));
      checkpointer.appended(events);
      await moments(1);
    }
    return () => checkpointer.stop();
  };

  const rows = (): unknown => db.prepare("SELECT count(*) FROM t").pluck().get();

  it("leaves the log alone while it is small", async () => {
    const before = fileBytes();
    const stop = await write(4);
    await moments(20);
    assert.equal(fileBytes(), before);
    await stop();
  });

  it("copies it back on another thread, and the log begins at its start again", async () => {
    const beganAgain = (): boolean => fileBytes() > 4 * everyBytes && logBytes() < fileBytes();
    const stop = await write(5_000, {}, beganAgain);
    assert.isTrue(beganAgain());
    await stop();
  });

  it("is copied in parts while it grows, once there is a thread", async () => {
    const checkpointer = logCheckpointer({ file, db, everyBytes });
    const events = eventsOf(1, kib);
    const insert = db.prepare("INSERT INTO t (data) VALUES (?)");
    const writeUntil = async (condition: () => boolean): Promise<void> => {
      while (!condition()) {
        for (const { data } of events) insert.run(data);
        checkpointer.appended(events);
        await moments(1);
      }
    };
    await writeUntil(() => fileBytes() > everyBytes / 2 && checkpointer.bytes() < everyBytes / 4);
    const before = fileBytes();
    await writeUntil(() => fileBytes() > before || checkpointer.bytes() > everyBytes / 2);
    assert.isAbove(fileBytes(), before);
    assert.isAbove(checkpointer.bytes(), 0);
    await checkpointer.stop();
  });

  it("loses nothing of what is written while it is copied", async () => {
    const stop = await write(80);
    await stop();
    db.close();
    db = new Database(file);
    assert.equal(rows(), 80 * 16);
    assert.equal(db.pragma("integrity_check"), "ok");
  });

  it("leaves no log behind when it is stopped after the writer", async () => {
    const stop = await write(80);
    db.close();
    await stop();
    assert.equal(logBytes(), 0);
    db = new Database(file);
    assert.equal(rows(), 80 * 16);
  });

  it("is stopped at once when no thread was needed, and more than once", async () => {
    const stop = await write(1);
    await stop();
    await stop();
  });

  it("leaves the copying to the writer's own limit when its thread cannot run", async () => {
    const script = new URL("data:text/javascript,throw new Error('no thread')");
    const stop = await write(60, { script });
    assert.isAbove(logBytes(), everyBytes);
    assert.equal(db.pragma("wal_autocheckpoint"), 8_000);
    await stop();
    assert.equal(rows(), 60 * 16);
  });

  describe("whose thread ends", () => {
    const workers: Array<Worker> = [];
    const noticed = (worker: Worker): void => void workers.push(worker);
    beforeEach(() => {
      workers.length = 0;
      process.on("worker", noticed);
    });
    afterEach(() => void process.off("worker", noticed));

    it("starts another when there is something to copy again, and says each end", async () => {
      const ends: Array<string> = [];
      const onThreadEnd = (reason: string): void => void ends.push(reason);
      const delays = { firstMs: 1, mostMs: 1 };
      const checkpointer = logCheckpointer({ file, db, everyBytes, onThreadEnd, delays });
      const insert = db.prepare("INSERT INTO t (data) VALUES (?)");
      const writeUntil = async (condition: () => boolean): Promise<void> => {
        while (!condition()) {
          for (const { data } of eventsOf(64, kib)) insert.run(data);
          checkpointer.appended(eventsOf(64, kib));
          await moments(10);
        }
      };
      for (let round = 1; round <= 3; round += 1) {
        await writeUntil(() => workers.length >= round);
        assert.lengthOf(workers, round);
        await terminateThread(workers.at(-1));
      }
      const before = fileBytes();
      await writeUntil(() => fileBytes() > before);
      assert.lengthOf(ends, 3);
      assert.match(ends[0] ?? "", /log ended: exit code \d/);
      await checkpointer.stop();
    });
  });
});
