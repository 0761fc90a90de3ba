// The thread of `appendThread`.
import { parentPort, workerData } from "node:worker_threads";
import { checkAppend, type StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { type AppendRequest, eventsIn } from "./append-request.js";
import { type AppendThreadParts, OPENED } from "./append-thread.js";
import { openDatabase } from "../files/database.js";
import { PAGES_WITHOUT_THREAD } from "./log-checkpointer.js";
import { createReader } from "../reading/reader.js";
import { createWriter, type Written } from "../writing/writer.js";

// border: what `appendThread` gives
const { file, busyTimeoutMs } = workerData as AppendThreadParts;

const opened = openDatabase(file, busyTimeoutMs);
if (isLeft(opened)) throw new Error(JSON.stringify(opened.left));
const db = opened.right;
db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`);
// the store's own connection writes too, between appends
const writer = createWriter(db, createReader(db, true), true);

const copyLog = (): void => {
  try {
    db.pragma("wal_checkpoint(PASSIVE)");
  } catch {
    // what is wrong with the disk is reported by the next append
  }
};

const append = (request: AppendRequest): Either<StoreError, Written> => {
  const { stream, expected, maxBytes } = request;
  const events = eventsIn(request);
  const invalid = checkAppend(stream, events, maxBytes);
  return invalid === undefined ? writer.append(stream, expected, events) : left(invalid);
};

parentPort?.on("message", (message: "stop" | "copy" | AppendRequest) => {
  if (message === "stop") {
    db.close();
    parentPort?.close();
  } else if (message === "copy") {
    copyLog();
  } else {
    parentPort?.postMessage(append(message));
  }
});
parentPort?.postMessage(OPENED);
