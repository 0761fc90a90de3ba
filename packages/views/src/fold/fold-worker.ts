import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "./fold-events.js";
import { type FoldedFile, openFoldedFile } from "./folded-file.js";
import { foldQueue } from "./fold-queue.js";
import { idleCheckpoint } from "../sqlite/idle-checkpoint.js";
import { unpackBatch } from "./packed-batch.js";
import type { FoldingData, WorkerReply, WorkerRequest } from "./worker-messages.js";

// The body of the folding worker: it owns the writing connection; workerData is a `FoldingData`.

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
const serve = (port: MessagePort, views: FoldedFile): Checkpoint => {
  const reply = (message: WorkerReply): void => port.postMessage(message);
  const checkpoint = idleCheckpoint(views.db);
  let folds: Array<FoldRequest> = [];

  const foldWaiting = (): void => {
    const outcomes = foldQueue(
      views.fold,
      folds.map((request) => unpackBatch(request.batch)),
    );
    for (const [i, outcome] of outcomes.entries())
      reply({ kind: "done", id: folds[i]?.id ?? 0, outcome });
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
          reply({ kind: "done", id: request.id, outcome: views.reset() });
          break;
        case "close":
          foldWaiting();
          checkpoint.stop();
          reply({ kind: "done", id: request.id, outcome: right(views.checkpoint()) });
          views.close();
          port.close();
          return;
      }
    }
    foldWaiting();
  });
  return views.checkpoint();
};

if (parentPort === null) throw new Error("the folding worker is started by the views");
// border: the views start the worker with exactly this
const data = workerData as FoldingData;
const opened = openFoldedFile(data.file, data);
if (isLeft(opened)) {
  parentPort.postMessage({ kind: "not-opened", error: opened.left } satisfies WorkerReply);
  parentPort.close();
} else {
  const { rebuiltBecause } = opened.right;
  const start = serve(parentPort, opened.right);
  parentPort.postMessage({ kind: "opened", start, rebuiltBecause } satisfies WorkerReply);
}
