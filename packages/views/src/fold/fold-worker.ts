import { workerData } from "node:worker_threads";
import { answerOwner, systemTimers } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { idleCheckpoint } from "../sqlite/idle-checkpoint.js";
import { foldQueue } from "./fold-queue.js";
import { openFoldedFile } from "./folded-file.js";
import { type PackedBatch, unpackBatch } from "./packed-batch.js";
import type { FoldingData, FoldingOutcome, FoldingRequest, HostStart } from "./thread-host.js";

// The folding thread: it owns the writing connection.

interface WaitingFold {
  readonly batch: PackedBatch;
  readonly answer: (outcome: FoldingOutcome) => void;
}

// border: the views start the thread with exactly this
const data = workerData as FoldingData;
const opened = openFoldedFile(data.file, data);
if (isLeft(opened)) throw new Error(opened.left.message);
const views = opened.right;
const idle = idleCheckpoint(views.db);
let waiting: Array<WaitingFold> = [];

const foldWaiting = (): void => {
  const folds = waiting;
  waiting = [];
  const batches = folds.map(({ batch }) => unpackBatch(batch));
  for (const [at, outcome] of foldQueue(views.fold, batches).entries()) folds[at]?.answer(outcome);
};

answerOwner<FoldingRequest, FoldingOutcome, HostStart>(
  {
    request: (request, answer) => {
      idle.busy();
      if (request.kind === "fold") {
        // batches waiting already join the same transaction
        if (waiting.length === 0) systemTimers.later(foldWaiting);
        waiting.push({ batch: request.batch, answer });
        return;
      }
      foldWaiting();
      answer(views.reset());
    },
    stop: () => {
      foldWaiting();
      idle.stop();
      views.close();
    },
  },
  { start: views.checkpoint(), rebuiltBecause: views.rebuiltBecause },
);
