import type { Worker } from "node:worker_threads";
import { appendToEnd, verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { SqliteStore } from "../src/index.js";
import {
  countIn,
  journalFolder,
  leftOf,
  newEvents,
  opened,
  readToEnd,
  rightOf,
  STREAM,
} from "./journal-files.js";

describe("writes to a journal with a thread for long appends", () => {
  let folder: ReturnType<typeof journalFolder>;
  beforeEach(() => {
    folder = journalFolder();
  });
  afterEach(() => folder.cleanUp());

  const openAside = (asideFrom: number): Promise<SqliteStore> =>
    opened({ file: folder.file, asideFrom });

  it("say from how many events on they use it, where nobody else writes", async () => {
    const store = await opened({ file: folder.file });
    expect(store.asideFrom).to.equal(16);
    await store.close();
    const shared = await opened({ file: folder.file, lock: false });
    expect(shared.asideFrom).to.equal(undefined);
    await shared.close();
    const reading = await opened({ file: folder.file, readOnly: true });
    expect(reading.asideFrom).to.equal(undefined);
    await reading.close();
    const memory = await opened({ file: ":memory:" });
    expect(memory.asideFrom).to.equal(undefined);
    await memory.close();
  });

  it("are one chain, however short and long ones follow one another", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 12 });
    const store = await openAside(3);
    let total = 0;
    await fc.assert(
      fc.asyncProperty(sizes, async (counts) => {
        for (const count of counts) {
          const { revision } = rightOf(await appendToEnd(store, STREAM, newEvents(count)));
          total += count;
          expect(revision).to.equal(total - 1);
        }
        expect(countIn(await verifyStream(store, STREAM))).to.equal(total);
      }),
      { numRuns: 10 },
    );
    await store.close();
  });

  it("of several callers at once come one after the other, of one stream or of two", async () => {
    const store = await openAside(3);
    const streams = ["a", "b"];
    const appends = streams.flatMap((stream) =>
      [20, 1, 20, 2].map((count) => store.append(stream, "no-stream", newEvents(count))),
    );
    const done = await Promise.all(appends);
    // one of each stream found it empty
    expect(done.filter(isRight)).to.have.length(2);
    for (const each of done)
      if (isLeft(each)) expect(each.left.kind).to.equal("wrong-expected-revision");
    for (const stream of streams) expect(countIn(await verifyStream(store, stream))).to.equal(20);
    await store.close();
  });

  it("wait for an append on the thread before they erase, and before the journal is closed", async () => {
    const store = await openAside(3);
    rightOf(await store.append(STREAM, "no-stream", newEvents(2)));
    const appending = store.append(STREAM, 1, newEvents(2_000));
    const erasing = store.erase(STREAM, [{ revision: 0, data: "null" }]);
    const late = store.append(STREAM, 2_001, newEvents(3));
    const probed = store.probe(true);
    const closing = store.close();
    expect(rightOf(await appending).revision).to.equal(2_001);
    expect(isRight(probed)).to.equal(true);
    // what waited is done before the end, or refused; nothing is half done
    const [erased, appended] = await Promise.all([erasing, late]);
    await closing;
    const again = await openAside(3);
    const { events } = await readToEnd(again.readStream(STREAM));
    expect(events).to.have.length(isRight(appended) ? 2_005 : 2_002);
    expect(events[0]?.erased !== undefined).to.equal(isRight(erased));
    expect(countIn(await verifyStream(again, STREAM))).to.equal(events.length);
    await again.close();
    expect(leftOf(await again.append(STREAM, 0, newEvents(1))).kind).to.equal("closed");
  });

  it("of data that was erased keep the digest", async () => {
    const store = await openAside(1);
    rightOf(await store.append(STREAM, "no-stream", newEvents(3)));
    rightOf(await store.erase(STREAM, [{ revision: 1, data: "null" }]));
    const { events } = await readToEnd(store.readStream(STREAM));
    await store.close();
    const other = journalFolder();
    const copy = await opened({ file: other.file, asideFrom: 1 });
    rightOf(await copy.adopt(STREAM, "no-stream", events));
    const copied = await readToEnd(copy.readStream(STREAM));
    expect(copied.events.map(({ hash, erased }) => [hash, erased])).to.deep.equal(
      events.map(({ hash, erased }) => [hash, erased]),
    );
    await copy.close();
    other.cleanUp();
  });

  it("go on in this thread, and find what it wrote, when the other ended", async () => {
    const workers: Worker[] = [];
    const noticed = (worker: Worker): void => void workers.push(worker);
    process.on("worker", noticed);
    const ends: string[] = [];
    const onThreadEnd = (reason: string): void => void ends.push(reason);
    const store = await opened({ file: folder.file, asideFrom: 3, onThreadEnd });
    process.off("worker", noticed);
    const events = newEvents(3_000);
    const appending = store.append(STREAM, "no-stream", events);
    await workers.at(-1)?.terminate();
    const error = leftOf(await appending);
    expect(error).to.deep.include({ kind: "unavailable", outcome: "unknown" });
    expect(rightOf(await store.append(STREAM, "no-stream", events)).revision).to.equal(2_999);
    expect(rightOf(await store.append(STREAM, 2_999, newEvents(4))).revision).to.equal(3_003);
    expect(countIn(await verifyStream(store, STREAM))).to.equal(3_004);
    expect(ends).to.have.length(1);
    await store.close();
  });
});
