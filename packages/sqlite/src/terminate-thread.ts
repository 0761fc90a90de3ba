import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { sqliteDriver } from "./driver.js";

/**
 * Terminates a thread that uses SQLite; for tests of what follows. Node's driver allows that at any
 * time. The other one ends the process when it is called at that moment: there the thread, which
 * `answerOwner` runs, ends between two of its steps.
 */
export const terminateThread = async (worker: Worker | undefined): Promise<void> => {
  // the thread of an exit that was emitted already has the id -1
  if (worker === undefined || worker.threadId === -1) return;
  if (sqliteDriver().name === "node") {
    await worker.terminate();
    return;
  }
  const ended = once(worker, "exit");
  worker.postMessage({ kind: "end" });
  await ended;
};
