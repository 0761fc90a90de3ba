import { ThreadPool } from "@tallystick/background";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { TextMemory } from "@tallystick/tables";
import { expect } from "chai";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type JournalRange, rangeThreads, rangesUpTo } from "../../src/replay/journal-range.js";
import type { RangeResult } from "../../src/replay/range-job.js";
import { afterwards, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { journalEvents, sampledSteps } from "./random-journal.js";

const events = 30;

const threadsOver = async (count: number, place?: string) => {
  const folder = tempFolder();
  mkdirSync(join(folder, "snapshot"));
  const store = rightOf(await sqliteStore({ file: join(folder, "journal.db") }));
  afterwards(() => store.close());
  const steps = sampledSteps(events);
  rightOf(await store.append(streamName, "no-stream", journalEvents(steps)));
  const reopening = {
    module: store.capabilities.reopening?.module ?? "",
    place: store.capabilities.reopening?.place ?? "",
  };
  const thread = { folder, seed: 1, texts: new TextMemory().buffer };
  const script = new URL("../../src/replay/range-worker.js", import.meta.url);
  const data = {
    reopening: { ...reopening, place: place ?? reopening.place },
    stream: streamName,
    ...thread,
  };
  const parts = { ...rangeThreads, script, data };
  const threads = new ThreadPool<JournalRange, RangeResult>(count, parts);
  afterwards(() => threads.terminate());
  return async (range: JournalRange) => rightOf(await threads.ask(range));
};

describe("Threads that fold ranges", () => {
  it("fold each range once, each from where the one before it ended", async () => {
    const fold = await threadsOver(2);
    const results = await Promise.all(
      rangesUpTo(events, 1, { maxEvents: 4 }).map((range) => fold(range)),
    );
    let hash = "0".repeat(64);
    for (const result of results) {
      if (result.kind !== "folded") throw new Error(JSON.stringify(result));
      expect(result.hashBefore).to.equal(hash);
      hash = result.hash;
    }
  });

  it("say that a store cannot be opened", async () => {
    const fold = await threadsOver(1, "/nowhere/journal.db");
    const result = await fold({ after: 0, upTo: 1 });
    expect(result.kind).to.equal("unread");
    const error = result.kind === "unread" ? result.error : undefined;
    expect(error?.kind === "store" ? error.error.kind : error?.kind).to.equal("unavailable");
  });

  it("say that a journal ends too early", async () => {
    const fold = await threadsOver(1);
    const result = await fold({ after: 28, upTo: 31 });
    expect(result.kind === "unread" && result.error.kind === "store").to.equal(true);
    expect(JSON.stringify(result)).to.include("ended at offset 30");
  });
});
