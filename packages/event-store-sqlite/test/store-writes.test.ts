import { verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
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

describe("writes to a journal", () => {
  let folder: ReturnType<typeof journalFolder>;
  beforeEach(() => {
    folder = journalFolder();
  });
  afterEach(() => folder.cleanUp());

  it("of several callers at once come one after the other, of one stream or of two", async () => {
    const store = await opened({ file: folder.file });
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

  it("that came before the journal is closed are done, those after it refused", async () => {
    const store = await opened({ file: folder.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(2)));
    const appending = store.append(STREAM, 1, newEvents(2_000));
    const erasing = store.capabilities.erasing.erase(STREAM, [{ revision: 0, data: "null" }]);
    const closing = store.close();
    const late = store.append(STREAM, 2_001, newEvents(3));
    expect(rightOf(await appending).revision).to.equal(2_001);
    rightOf(await erasing);
    expect(leftOf(await late).kind).to.equal("closed");
    await closing;
    const again = await opened({ file: folder.file });
    const { events } = await readToEnd(again.readStream(STREAM));
    expect([events.length, events[0]?.erased !== undefined]).to.deep.equal([2_002, true]);
    expect(countIn(await verifyStream(again, STREAM))).to.equal(2_002);
    await again.close();
  });

  it("of data that was erased keep the digest", async () => {
    const store = await opened({ file: folder.file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(3)));
    rightOf(await store.capabilities.erasing.erase(STREAM, [{ revision: 1, data: "null" }]));
    const { events } = await readToEnd(store.readStream(STREAM));
    await store.close();
    const other = journalFolder();
    const copy = await opened({ file: other.file });
    rightOf(await copy.capabilities.adopt(STREAM, "no-stream", events));
    const copied = await readToEnd(copy.readStream(STREAM));
    expect(copied.events.map(({ hash, erased }) => [hash, erased])).to.deep.equal(
      events.map(({ hash, erased }) => [hash, erased]),
    );
    await copy.close();
    other.cleanUp();
  });
});
