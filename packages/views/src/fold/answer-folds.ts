import { workerData } from "node:worker_threads";
import { answerOwner, systemTimers } from "@tallystick/background";
import type { Checkpoint as FileCheckpoint } from "@tallystick/tables";
import { isLeft, map } from "fp-ts/lib/Either.js";
import type { Fold } from "./fold.js";
import type { FoldingData, FoldingOutcome, FoldingRequest, FoldingStart } from "./fold-thread.js";
import { foldQueue } from "./fold-queue.js";
import { openFoldedFile } from "./folded-file.js";
import { type PackedBatch, unpackBatch } from "./packed-batch.js";

interface WaitingFold {
  readonly batch: PackedBatch;
  readonly answer: (outcome: FoldingOutcome) => void;
}

/**
 * Runs a thread that has the file of a fold and folds into it. To be called by the module of a
 * `foldThread`.
 *
 * @param foldOf the fold, by the data given to the thread
 */
export const answerFolds = <Data extends FoldingData, Row extends FileCheckpoint, Tables, Changes>(
  foldOf: (data: Data) => Fold<Row, Tables, Changes>,
): void => {
  // border: the views start the thread with exactly this
  const data = workerData as Data;
  const opened = openFoldedFile(foldOf(data), data);
  if (isLeft(opened)) throw new Error(opened.left.message);
  const file = opened.right;
  let { rebuiltBecause } = file;
  file.onEmptied((damage) => {
    rebuiltBecause = damage;
  });
  file.begin(data.journal, Number.MAX_SAFE_INTEGER);
  const fold = (batch: Parameters<typeof file.fold>[0]): FoldingOutcome =>
    map(() => file.checkpoint)(file.fold(batch));
  let waiting: Array<WaitingFold> = [];
  const foldWaiting = (): void => {
    const folds = waiting;
    waiting = [];
    const batches = folds.map(({ batch }) => unpackBatch(batch));
    for (const [at, outcome] of foldQueue(fold, batches).entries()) folds[at]?.answer(outcome);
  };
  answerOwner<FoldingRequest, FoldingOutcome, FoldingStart>(
    {
      request: (request, answer) => {
        if (request.kind === "fold") {
          // batches waiting already join the same transaction
          if (waiting.length === 0) systemTimers.later(foldWaiting);
          waiting.push({ batch: request.batch, answer });
          return;
        }
        foldWaiting();
        file.empty(undefined);
        answer(fold([]));
      },
      stop: () => {
        foldWaiting();
        file.close();
      },
    },
    { checkpoint: file.checkpoint, rebuiltBecause },
  );
};
