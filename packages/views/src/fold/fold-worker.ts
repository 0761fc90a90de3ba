import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import type Database from "better-sqlite3";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Checkpoint, eventFolder } from "./fold-events.js";
import { foldGuarded } from "./fold-guarded.js";
import { foldQueue } from "./fold-queue.js";
import { idleCheckpoint } from "../sqlite/idle-checkpoint.js";
import { unpackBatch } from "./packed-batch.js";
import { openForFolding } from "../sqlite/schema.js";
import type { WorkerReply, WorkerRequest } from "./worker-messages.js";

// The body of the folding worker: it owns the writing connection; workerData is the path of the file.

type FoldRequest = Extract<WorkerRequest, { kind: "fold" }>;

const waitingRequests = (port: MessagePort, first: WorkerRequest): ReadonlyArray<WorkerRequest> => {
  const requests = [first];
  let next: { message: WorkerRequest } | undefined = receiveMessageOnPort(port);
  while (next !== undefined) {
    requests.push(next.message);
    next = receiveMessageOnPort(port);
  }
  return requests;
};

// answers requests from now on; gives the checkpoint they start from
const serve = (port: MessagePort, db: Database.Database, file: string): Checkpoint => {
  const folder = eventFolder(db);
  const guarded = foldGuarded(folder, file);
  const reply = (message: WorkerReply): void => port.postMessage(message);
  const checkpoint = idleCheckpoint(db);
  let folds: Array<FoldRequest> = [];

  const foldWaiting = (): void => {
    const outcomes = foldQueue(
      guarded.fold,
      folds.map((request) => unpackBatch(request.batch)),
    );
    for (const [i, outcome] of outcomes.entries()) {
      reply({ kind: "done", id: folds[i]?.id ?? 0, outcome });
    }
    folds = [];
  };

  port.on("message", (first: WorkerRequest) => {
    checkpoint.busy();
    for (const request of waitingRequests(port, first)) {
      switch (request.kind) {
        case "fold":
          folds.push(request);
          break;
        case "reset":
          foldWaiting();
          reply({ kind: "done", id: request.id, outcome: guarded.reset() });
          break;
        case "close":
          foldWaiting();
          checkpoint.stop();
          db.close();
          reply({ kind: "done", id: request.id, outcome: right(folder.checkpoint()) });
          port.close();
          return;
      }
    }
    foldWaiting();
  });
  return folder.checkpoint();
};

const file: unknown = workerData;
if (parentPort === null || typeof file !== "string") {
  throw new Error("the folding worker is started by the views with the path of their file");
}
const opened = openForFolding(file);
if (isLeft(opened)) {
  parentPort.postMessage({ kind: "not-opened", error: opened.left } satisfies WorkerReply);
  parentPort.close();
} else {
  const { db, rebuiltBecause } = opened.right;
  const start = serve(parentPort, db, file);
  parentPort.postMessage({ kind: "opened", start, rebuiltBecause } satisfies WorkerReply);
}
