import { chmodSync, renameSync, rmSync } from "node:fs";
import { assert } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { obstacle } from "../src/obstacle.js";
import { sqliteStore } from "../src/sqlite-store.js";
import {
  journalFolder,
  leftOf,
  newEvents,
  opened,
  readToEnd,
  rightOf,
  STREAM,
} from "./journal-files.js";

const lookMs = 60;
const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("what keeps a journal from being written", () => {
  const options = { file: "journal.db" };
  const held = (isHeld: boolean) => ({ isHeld: () => isHeld, release: () => undefined });
  const files = (reason: string | undefined) => ({ obstacle: () => reason });

  it("is nothing, the lock for good, or the files for a while", () => {
    const free = { options, lock: held(true), files: files(undefined) };
    assert.isUndefined(obstacle(free));
    assert.isUndefined(obstacle({ options, lock: undefined, files: undefined }));
    assert.equal(obstacle({ ...free, lock: held(false) })?.kind, "in-use");
    assert.deepEqual(obstacle({ ...free, files: files("it is read-only") }), {
      kind: "unavailable",
      outcome: "known",
      reason: "it is read-only",
    });
  });
});

describe("a journal that is made read-only while it is open", () => {
  it("takes nothing, is read on, and takes all again when it can be written", async () => {
    const { file, cleanUp } = journalFolder();
    const store = await opened({ file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(3)));
    rightOf(store.capabilities.probe(false));
    rightOf(store.capabilities.probe(true));
    chmodSync(file, 0o400);
    await moments(lookMs);
    for (const outcome of [
      await store.append(STREAM, 2, newEvents(1)),
      await store.capabilities.erasing.erase(STREAM, []),
      await store.capabilities.erasing.shrink(),
      store.capabilities.probe(false),
      store.capabilities.probe(true),
    ])
      assert.deepInclude(leftOf(outcome), { kind: "unavailable", outcome: "known" });

    assert.lengthOf((await readToEnd(store.readStream(STREAM))).events, 3);
    chmodSync(file, 0o600);
    await moments(lookMs);
    rightOf(store.capabilities.probe(true));
    rightOf(await store.append(STREAM, 2, newEvents(1)));
    await store.close();
    assert.deepEqual(store.capabilities.probe(true), left({ kind: "closed" }));
    cleanUp();
  });

  it("is not opened", async () => {
    const { file, cleanUp } = journalFolder();
    await (await opened({ file })).close();
    chmodSync(file, 0o400);
    const outcome = leftOf(await sqliteStore({ file }));
    assert.equal(outcome.kind, "unavailable");
    assert.match(JSON.stringify(outcome), /read-only \(mode 0400\)/);
    // to read it is enough
    const reading = await opened({ file, readOnly: true });
    assert.isUndefined(obstacle({ options: { file }, lock: undefined, files: undefined }));
    rightOf(reading.capabilities.probe(false));
    await reading.close();
    cleanUp();
  });

  it("takes nothing after its file or its log was removed, as that would be lost", async () => {
    for (const end of ["", "-wal"]) {
      const { file, cleanUp } = journalFolder();
      const store = await opened({ file });
      rightOf(await store.append(STREAM, "no-stream", newEvents(3)));
      renameSync(`${file}${end}`, `${file}.away`);
      await moments(lookMs);
      assert.equal(leftOf(await store.append(STREAM, 2, newEvents(1))).kind, "unavailable");
      renameSync(`${file}.away`, `${file}${end}`);
      await moments(lookMs);
      rightOf(await store.append(STREAM, 2, newEvents(1)));
      await store.close();
      const again = await opened({ file });
      assert.lengthOf((await readToEnd(again.readStream(STREAM))).events, 4);
      await again.close();
      rmSync(`${file}.away`, { force: true });
      cleanUp();
    }
  });

  it("is not changed by what is written to see whether it can be", async () => {
    const { file, cleanUp } = journalFolder();
    const store = await opened({ file });
    rightOf(await store.append(STREAM, "no-stream", newEvents(3)));
    const before = await readToEnd(store.readStream(STREAM));
    for (let n = 0; n < 5; n += 1) rightOf(store.capabilities.probe(true));
    assert.deepEqual(await readToEnd(store.readStream(STREAM)), before);
    assert.deepEqual(rightOf(await store.capabilities.selfCheck.checkFiles()), []);
    await store.close();
    await (await opened({ file })).close();
    cleanUp();
  });
});
