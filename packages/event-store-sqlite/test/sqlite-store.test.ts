import { existsSync, readFileSync } from "node:fs";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { appendToEnd } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";
import { sqliteStore } from "../src/index.js";
import {
  journalFolder,
  leftOf,
  newEvents,
  opened,
  readToEnd,
  rightOf,
  STREAM,
  tamper,
  writeJournal,
} from "./journal-files.js";

describe("the SQLite store", () => {
  let journal = journalFolder();
  beforeEach(() => {
    journal = journalFolder();
  });
  afterEach(() => journal.cleanUp());

  it("flushes its log at every commit", async () => {
    const store = await opened({ file: journal.file });
    expect(store.durability()).to.deep.equal({ journalMode: "wal", synchronous: 2 });
    await store.close();
    expect(store.durability()).to.equal(undefined);
  });

  it("has everything again after closing and opening", async () => {
    const store = await opened({ file: journal.file });
    const events = newEvents(40);
    const appended = rightOf(await store.append(STREAM, "no-stream", events));
    rightOf(await store.append("other", "no-stream", newEvents(2)));
    const before = (await readToEnd(store.capabilities.allStreams.readAll())).events;
    await store.close();
    const again = await opened({ file: journal.file });
    expect(again.report).to.deep.equal({
      checkedEvents: 42,
      evidence: "head",
      lostTail: undefined,
    });
    expect((await readToEnd(again.capabilities.allStreams.readAll())).events).to.deep.equal(before);
    expect(rightOf(await again.append(STREAM, "no-stream", events))).to.deep.equal(appended);
    const next = rightOf(await again.append(STREAM, 39, newEvents(1)));
    expect([next.revision, next.position]).to.deep.equal([40, 43]);
    await again.close();
  });

  it("finds a repeat after closing and opening, with later events behind it", async () => {
    const events = newEvents(3);
    const store = await opened({ file: journal.file });
    const appended = rightOf(await store.append(STREAM, "no-stream", events));
    rightOf(await store.append(STREAM, 2, newEvents(5)));
    await store.close();
    const again = await opened({ file: journal.file });
    expect(rightOf(await again.append(STREAM, "no-stream", events))).to.deep.equal(appended);
    await again.close();
  });

  it("is opened once at a time within a process too", async () => {
    const store = await opened({ file: journal.file });
    const error = leftOf(await sqliteStore({ file: journal.file }));
    expect(error.kind).to.equal("in-use");
    expect(error).to.have.property("reason").that.includes("this very process");
    rightOf(await appendToEnd(store, STREAM, newEvents(1)));
    await store.close();
    await (await opened({ file: journal.file })).close();
  });

  it("releases the file when opening fails", async () => {
    await writeJournal(journal.file, 5);
    tamper(journal.file, "DELETE FROM event WHERE position = 5");
    expect(leftOf(await sqliteStore({ file: journal.file })).kind).to.equal("lost-tail");
    expect(leftOf(await sqliteStore({ file: journal.file })).kind).to.equal("lost-tail");
  });

  it("reads events of a writer without a lock instead of failing", async () => {
    const store = await opened({ file: journal.file });
    rightOf(await appendToEnd(store, STREAM, newEvents(1)));
    const intruder = await opened({ file: journal.file, lock: false });
    rightOf(await intruder.append(STREAM, 0, newEvents(1)));
    await intruder.close();
    expect(leftOf(await store.append(STREAM, 0, newEvents(1)))).to.include({
      kind: "wrong-expected-revision",
      actual: 1,
    });
    expect(rightOf(await appendToEnd(store, STREAM, newEvents(1))).revision).to.equal(2);
    expect((await readToEnd(store.capabilities.allStreams.readAll())).error).to.equal(undefined);
    await store.close();
  });

  it("lets several writers take turns when opened without a lock, and tells each of the others' events", async () => {
    const first = await opened({ file: journal.file, lock: false, pollIntervalMs: 5 });
    const second = await opened({ file: journal.file, lock: false, pollIntervalMs: 5 });
    const subscription = first.subscribe(STREAM, -1);
    const revisions: number[] = [];
    const following = (async () => {
      for await (const item of subscription) {
        const delivered = rightOf(item);
        if (delivered.kind === "events")
          revisions.push(...delivered.events.map((event) => event.revision));
        if (revisions.length === 20) break;
      }
    })();
    for (let turn = 0; turn < 10; turn += 1) {
      rightOf(await appendToEnd(second, STREAM, newEvents(1)));
      rightOf(await first.append(STREAM, turn * 2, newEvents(1)));
    }
    await following;
    expect(revisions).to.deep.equal(Array.from({ length: 20 }, (_, revision) => revision));
    expect((await readToEnd(second.capabilities.allStreams.readAll())).error).to.equal(undefined);
    await first.close();
    await second.close();
  });

  it("writes nothing of a batch when one of its rows cannot be written, and says so for certain", async () => {
    const store = await opened({ file: journal.file });
    rightOf(await appendToEnd(store, STREAM, newEvents(1)));
    tamper(
      journal.file,
      "CREATE TRIGGER jam BEFORE INSERT ON event WHEN NEW.type = 'Jam' BEGIN SELECT RAISE(FAIL, 'jammed'); END",
    );
    const batch = newEvents(40).map((event, index) =>
      index === 37 ? { ...event, type: "Jam" } : event,
    );
    expect(leftOf(await store.append(STREAM, 0, batch))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    expect((await readToEnd(store.capabilities.allStreams.readAll())).events.length).to.equal(1);
    expect(rightOf(await store.append(STREAM, 0, newEvents(2))).position).to.equal(3);
    await store.close();
  });

  it("is unavailable, with nothing written, while another process holds the database", async () => {
    const store = await opened({ file: journal.file, busyTimeoutMs: 1 });
    const other = new Database(journal.file);
    other.exec("BEGIN IMMEDIATE");
    const error = leftOf(await appendToEnd(store, STREAM, newEvents(1)));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
    other.exec("ROLLBACK");
    other.close();
    expect(isRight(await appendToEnd(store, STREAM, newEvents(1)))).to.equal(true);
    await store.close();
  });

  it("reads what another store is writing, and neither makes nor writes anything itself", async () => {
    const missing = leftOf(await sqliteStore({ file: journal.file, readOnly: true }));
    expect(missing).to.include({ kind: "unavailable", outcome: "known" });
    expect(existsSync(journal.file)).to.equal(false);
    const writer = await opened({ file: journal.file });
    rightOf(await writer.append(STREAM, "no-stream", newEvents(3)));
    const head = readFileSync(`${journal.file}.head`);
    const reader = await opened({ file: journal.file, readOnly: true, pollIntervalMs: 5 });
    expect(readFileSync(`${journal.file}.head`)).to.deep.equal(head);
    expect((await readToEnd(reader.readStream(STREAM))).events).to.have.length(3);
    expect(leftOf(await reader.append(STREAM, 2, newEvents(1)))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    const following = reader.subscribe(STREAM, 2)[Symbol.asyncIterator]();
    expect(rightOf((await following.next()).value)).to.include({ kind: "caught-up" });
    rightOf(await writer.append(STREAM, 2, newEvents(1)));
    expect(rightOf((await following.next()).value)).to.include({ kind: "events" });
    await reader.close();
    rightOf(await writer.append(STREAM, 3, newEvents(1)));
    await writer.close();
  });

  it("keeps pages of large events small, both ways", async () => {
    const store = await opened({ file: journal.file });
    const megabyte = 1024 * 1024;
    for (let count = 0; count < 4; count += 1)
      rightOf(await appendToEnd(store, STREAM, newEvents(5, megabyte)));
    const reads = [
      store.readStream(STREAM),
      store.readStream(STREAM, { direction: "backwards" }),
      store.capabilities.allStreams.readAll(),
      store.capabilities.allStreams.readAll({ direction: "backwards" }),
    ];
    for (const pages of reads) {
      const read = await readToEnd(pages);
      expect(read.error).to.equal(undefined);
      expect(read.events.length).to.equal(20);
      expect(read.pages).to.be.within(3, 4);
    }
    await store.close();
  });
});
