import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { idleCheckpoint } from "../../src/sqlite/idle-checkpoint.js";

const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume, 20));

describe("The log of a database", () => {
  let folder: string;
  let db: Database;
  const size = (): number => statSync(join(folder, "log.db")).size;
  const grow = (): void => {
    db.prepare("INSERT INTO texts VALUES (?)").run("x".repeat(100_000));
  };
  const grownFrom = async (before: number): Promise<void> => {
    while (size() === before) await pause();
    expect(size()).to.be.above(before);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-"));
    db = new Database(join(folder, "log.db"));
    db.pragma("journal_mode = WAL");
    db.pragma("wal_autocheckpoint = 0");
    db.exec("CREATE TABLE texts (text TEXT)");
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is copied into its file in each pause", async () => {
    const checkpoint = idleCheckpoint(() => db, { idleMs: 5 });
    let before = size();
    await grownFrom(before);
    before = size();
    grow();
    checkpoint.busy();
    await grownFrom(before);
    checkpoint.stop();
  });

  it("stays as it is until there is a pause, and when the copying was stopped", async () => {
    const before = size();
    const waiting = idleCheckpoint(() => db, { idleMs: 60_000 });
    const stopped = idleCheckpoint(() => db, { idleMs: 5 });
    stopped.stop();
    grow();
    await pause();
    waiting.stop();
    expect(size()).to.equal(before);
  });
});
