import { parentPort, workerData } from "node:worker_threads";
import type { EventStore, StoreError } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { SharedTexts } from "../snapshot/shared-texts.js";
import { TextMemory } from "../snapshot/text-memory.js";
import { foldRange, type JournalRange, type RangeResult } from "./range-job.js";
import type { RangeThreadData } from "./range-threads.js";

// A thread that folds ranges of a journal, through a connection of its own.

/** What the module of a store that can be reopened exports. */
interface ReopeningModule {
  readonly reopen: (place: string) => Promise<Either<StoreError, EventStore>>;
}

// border: only `rangeThreads` starts this thread
const { reopening, stream, folder, seed, texts } = workerData as RangeThreadData;
// border: a store says where its module is
const module = import(reopening.module) as Promise<ReopeningModule>;
const store = module.then(({ reopen }) => reopen(reopening.place));
const context = { seed, texts: new SharedTexts([], new TextMemory(texts)) };

const fold = async (range: JournalRange): Promise<RangeResult> => {
  const opened = await store;
  return isLeft(opened)
    ? { kind: "unread", error: { kind: "store", error: opened.left } }
    : foldRange({ store: opened.right, stream }, range, { folder, context });
};

parentPort?.on("message", (range: JournalRange) => {
  void fold(range).then((result) => parentPort?.postMessage(result));
});
