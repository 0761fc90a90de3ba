import type { Worker } from "node:worker_threads";
import { appendToEnd, GENESIS_HASH, verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import { packAppend } from "../../src/threads/append-request.js";
import { type AppendThread, appendThread } from "../../src/threads/append-thread.js";
import { openDatabase } from "../../src/files/database.js";
import {
  countIn,
  journalFolder,
  leftOf,
  newEvents,
  opened,
  rightOf,
  STREAM,
} from "../journal-files.js";

const mib = 1024 ** 2;

describe("a thread that appends", () => {
  let folder: ReturnType<typeof journalFolder>;
  let thread: AppendThread;
  const ends: string[] = [];
  const workers: Worker[] = [];
  const noticed = (worker: Worker): void => void workers.push(worker);

  const start = async (): Promise<void> => {
    const { file } = folder;
    rightOf(openDatabase(file, 0)).close();
    ends.length = 0;
    workers.length = 0;
    const onThreadEnd = (reason: string): void => void ends.push(reason);
    thread = appendThread({ file, busyTimeoutMs: 100, onThreadEnd });
    await thread.opened();
  };

  beforeEach(async () => {
    folder = journalFolder();
    process.on("worker", noticed);
    await start();
  });
  afterEach(async () => {
    process.off("worker", noticed);
    await thread.stop();
    folder.cleanUp();
  });

  const request = (expected: "no-stream" | number, count: number, maxBytes = mib) =>
    packAppend(STREAM, expected, newEvents(count), maxBytes);

  it("writes what a store reads, in a chain that holds", async () => {
    const events = newEvents(20);
    const first = rightOf(await thread.append(packAppend(STREAM, "no-stream", events, mib)));
    const second = rightOf(await thread.append(request(19, 3)));
    expect([first.fresh, first.appended.revision, first.appended.position]).to.deep.equal([
      true,
      19,
      20,
    ]);
    expect(first.appended.hash).not.to.equal(GENESIS_HASH);
    await thread.stop();
    const store = await opened({ file: folder.file });
    expect(countIn(await verifyStream(store, STREAM))).to.equal(23);
    expect(rightOf(await store.lastEvent(STREAM))?.hash).to.equal(second.appended.hash);
    await store.close();
  });

  it("knows a repeat", async () => {
    const same = request("no-stream", 16);
    const first = rightOf(await thread.append(same));
    const again = rightOf(await thread.append(same));
    expect(again).to.deep.equal({ ...first, fresh: false });
  });

  it("goes on after what another connection wrote between two appends", async () => {
    rightOf(await thread.append(request("no-stream", 16)));
    const store = await opened({ file: folder.file });
    rightOf(await appendToEnd(store, STREAM, newEvents(2)));
    await store.close();
    expect(leftOf(await thread.append(request(15, 16))).kind).to.equal("wrong-expected-revision");
    expect(rightOf(await thread.append(request(17, 16))).appended.revision).to.equal(33);
  });

  it("refuses what breaks a rule of appends, and writes nothing of it", async () => {
    const [event] = newEvents(1);
    if (event === undefined) throw new Error("no event");
    const wrong = [
      packAppend(STREAM, "no-stream", [], mib),
      packAppend("", "no-stream", [event], mib),
      packAppend(STREAM, "no-stream", [{ ...event, data: "\ud800" }], mib),
      packAppend(STREAM, "no-stream", [event, event], mib),
    ];
    for (const each of wrong) expect(leftOf(await thread.append(each)).kind).to.equal("invalid");
    const large = leftOf(await thread.append(request("no-stream", 20, 100)));
    expect(large).to.deep.include({ kind: "too-large", maxBytes: 100 });
    expect(rightOf(await thread.append(request("no-stream", 1))).appended.position).to.equal(1);
  });

  it("is busy while it appends, and idle after that", async () => {
    expect([thread.isReady(), thread.isBusy()]).to.deep.equal([true, false]);
    await thread.idle();
    const appending = thread.append(request("no-stream", 500));
    expect(thread.isBusy()).to.equal(true);
    await thread.idle();
    expect(thread.isBusy()).to.equal(false);
    rightOf(await appending);
  });

  it("finishes the append that is under way before it is stopped", async () => {
    const appending = thread.append(request("no-stream", 500));
    await thread.stop();
    expect(rightOf(await appending).appended.revision).to.equal(499);
    expect([thread.isStopped(), thread.isReady(), thread.copyLog()]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect(ends).to.deep.equal([]);
  });

  it("copies the log between two appends", async () => {
    rightOf(await thread.append(request("no-stream", 500)));
    expect(thread.copyLog()).to.equal(true);
    rightOf(await thread.append(request(499, 1)));
    const db = rightOf(openDatabase(folder.file, 0));
    const [state]: ReadonlyArray<unknown> = [db.pragma("wal_checkpoint(PASSIVE)")].flat();
    // the log began at its start again after it was copied whole
    expect(state).to.have.property("log").that.is.below(20);
    db.close();
  });

  it("that ends while it appends leaves the outcome open, says so, and is started again", async () => {
    const appending = thread.append(request("no-stream", 5_000));
    await workers.at(-1)?.terminate();
    const error = leftOf(await appending);
    expect(error).to.deep.include({ kind: "unavailable", outcome: "unknown" });
    expect([thread.isBusy(), thread.isReady()]).to.deep.equal([false, false]);
    expect(ends).to.have.length(1);
    expect(ends[0]).to.match(/^the thread that appends to the journal ended: /);
    // there is a wait before it is started again
    await thread.opened();
    expect(thread.isReady()).to.equal(false);
    while (!thread.isReady()) await new Promise<void>((resume) => setTimeout(resume, 20));
    const store = await opened({ file: folder.file });
    const events = countIn(await verifyStream(store, STREAM));
    expect(events).to.be.oneOf([0, 5_000]);
    await store.close();
  });

  it("of a file that is no journal says why it cannot run", async () => {
    const { file } = folder;
    const said: string[] = [];
    const other = appendThread({
      file: `${file}-missing/journal.db`,
      busyTimeoutMs: 0,
      onThreadEnd: (reason) => void said.push(reason),
    });
    await other.opened();
    expect(other.isReady()).to.equal(false);
    expect(said[0]).to.include("unavailable");
    await other.stop();
  });
});
