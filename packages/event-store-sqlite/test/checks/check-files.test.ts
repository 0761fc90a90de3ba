import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import type { FileDamage } from "@tallystick/event-store";
import { assert } from "chai";
import { left } from "fp-ts/lib/Either.js";
import type { SqliteStore } from "../../src/index.js";
import {
  journalFolder,
  leftOf,
  newEvents,
  opened,
  rightOf,
  STREAM,
  tamper,
  writeJournal,
} from "../journal-files.js";

const pageBytes = 8192;

describe("The check of a journal's files", () => {
  let folder: ReturnType<typeof journalFolder>;
  let store: SqliteStore | undefined;
  beforeEach(() => {
    folder = journalFolder();
  });
  afterEach(async () => {
    await store?.close();
    store = undefined;
    folder.cleanUp();
  });

  const checked = async (): Promise<ReadonlyArray<FileDamage>> => {
    store = await opened({ file: folder.file, readOnly: true, verifyReads: false });
    return rightOf(await store.capabilities.selfCheck.checkFiles());
  };

  it("finds nothing where all is well, while the journal is written and after it", async () => {
    store = await opened({ file: folder.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(50)));
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
    rightOf(await store.append(STREAM, 49, newEvents(50)));
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
    await store.close();
    assert.deepEqual(await checked(), []);
  });

  it("finds nothing in a journal without events, nor in one in memory", async () => {
    store = await opened({ file: folder.file });
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
    await store.close();
    store = await opened({ file: ":memory:" });
    rightOf(await store.append(STREAM, "no-stream", newEvents(5)));
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
  });

  it("does not block the journal meanwhile", async () => {
    store = await opened({ file: folder.file });
    const checking = store.capabilities.selfCheck.checkFiles();
    rightOf(await store.append(STREAM, "no-stream", newEvents(5)));
    rightOf(await checking);
  });

  it("finds pages that are not what they were, though no event was read", async () => {
    await writeJournal(folder.file, 400);
    const bytes = readFileSync(folder.file);
    const pages = bytes.length / pageBytes;
    store = await opened({ file: folder.file, readOnly: true });
    // the kind of page and the number of its cells
    for (const page of [3, Math.floor(pages / 2), pages - 2]) {
      const damaged = Buffer.from(bytes);
      damaged.fill(0xa5, page * pageBytes, page * pageBytes + 8);
      writeFileSync(folder.file, damaged);
      assert.isAbove(
        rightOf(await store.capabilities.selfCheck.checkFiles()).length,
        0,
        `page ${page}`,
      );
    }
  });

  it("finds pages that nothing leads to, and lists of free pages that are wrong", async () => {
    await writeJournal(folder.file, 200);
    const bytes = readFileSync(folder.file);
    // SQLite's header: number of the first free page, and how many there are
    bytes.writeUInt32BE(4, 32);
    bytes.writeUInt32BE(1, 36);
    writeFileSync(folder.file, bytes);
    assert.match(
      (await checked()).map(({ message }) => message).join(),
      /[Ff]reelist|2nd reference/,
    );
  });

  it("finds a .head that is missing, unreadable, ahead, or of another event", async () => {
    await writeJournal(folder.file, 20);
    const head = `${folder.file}.head`;
    const whole = readFileSync(head, "latin1");
    store = await opened({ file: folder.file });
    const said = async (content: string | undefined): Promise<ReadonlyArray<string>> => {
      if (content === undefined) rmSync(head);
      else writeFileSync(head, content, "latin1");
      const found =
        store === undefined ? [] : rightOf(await store.capabilities.selfCheck.checkFiles());
      assert.isTrue(found.every(({ where }) => where === "head"));
      return found.map(({ message }) => message);
    };
    assert.deepEqual(await said(whole), []);
    assert.deepEqual(await said(undefined), ["it is missing"]);
    assert.match((await said("x".repeat(384))).join(), /cannot be read/);
    assert.match((await said("")).join(), /cannot be read/);
    const other = journalFolder();
    await writeJournal(other.file, 20);
    const theirs = readFileSync(`${other.file}.head`, "latin1");
    assert.deepEqual(await said(theirs), ["another event was acknowledged at position 20"]);
    const longer = journalFolder();
    await writeJournal(longer.file, 25);
    const ahead = readFileSync(`${longer.file}.head`, "latin1");
    assert.deepEqual(await said(ahead), ["position 25 was acknowledged, the journal ends at 20"]);
    // a copy of the journal alone has none
    await store.close();
    rmSync(head);
    store = await opened({ file: folder.file, readOnly: true });
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
    other.cleanUp();
    longer.cleanUp();
  });

  it("says that a journal cannot be read, which is not damage", async () => {
    store = await opened({ file: folder.file });
    rmSync(folder.file);
    const outcome = leftOf(await store.capabilities.selfCheck.checkFiles());
    assert.equal(outcome.kind, "unavailable");
  });

  it("finds a file that is cut", async () => {
    await writeJournal(folder.file, 400);
    store = await opened({ file: folder.file, readOnly: true });
    truncateSync(folder.file, statSync(folder.file).size - 10 * pageBytes);
    assert.isAbove(rightOf(await store.capabilities.selfCheck.checkFiles()).length, 0);
  });

  it("is ended at once by its signal, and not begun after it or after closing", async () => {
    store = await opened({ file: folder.file });
    const ending = new AbortController();
    const checking = store.capabilities.selfCheck.checkFiles({ signal: ending.signal });
    ending.abort();
    assert.deepEqual(await checking, left({ kind: "closed" }));
    assert.deepEqual(
      await store.capabilities.selfCheck.checkFiles({ signal: ending.signal }),
      left({ kind: "closed" }),
    );
    await store.close();
    assert.deepEqual(await store.capabilities.selfCheck.checkFiles(), left({ kind: "closed" }));
  });

  it("checks a large file in a process, which is ended by its signal", async () => {
    const [count, length] = [6, 1_000_000];
    store = await opened({ file: folder.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(count, length)));
    for (const isAwaited of [true, false])
      assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles({ isAwaited })), []);
    const ending = new AbortController();
    const checking = store.capabilities.selfCheck.checkFiles({ signal: ending.signal });
    // a process takes longer than this to start
    setTimeout(() => ending.abort(), 10);
    assert.deepEqual(await checking, left({ kind: "closed" }));
    await store.close();
    tamper(folder.file, "DELETE FROM event WHERE position = 3");
    store = await opened({ file: folder.file, readOnly: true, tailCheckEvents: 0 });
    const found = rightOf(await store.capabilities.selfCheck.checkFiles()).map(
      ({ message }) => message,
    );
    assert.include(found, "1 rows of the table event are missing");
    truncateSync(folder.file, statSync(folder.file).size - 10 * pageBytes);
    assert.isAbove(rightOf(await store.capabilities.selfCheck.checkFiles()).length, 0);
  });

  it("knows the names of all streams", async () => {
    store = await opened({ file: folder.file });
    assert.deepEqual(rightOf(store.capabilities.selfCheck.streamNames()), []);
    for (const name of [STREAM, "package-1", "package-0"])
      rightOf(await store.append(name, "no-stream", newEvents(1)));
    assert.deepEqual(rightOf(store.capabilities.selfCheck.streamNames()), [
      STREAM,
      "package-1",
      "package-0",
    ]);
    await store.close();
    assert.deepEqual(store.capabilities.selfCheck.streamNames(), left({ kind: "closed" }));
  });
});
