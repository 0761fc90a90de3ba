import { parentPort, workerData } from "node:worker_threads";
import { isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold-events.js";
import { unpackBatch } from "../fold/packed-batch.js";
import type { FoldingData, WorkerReply, WorkerRequest } from "../fold/worker-messages.js";
import { RecoveringWallet, type WritePace } from "./recovering-wallet.js";
import { openWalletFile } from "./wallet-schema.js";

// The body of the thread that folds what the wallet's views are far behind; it has the file.

/** Nobody waits for what is written here: most of it changes again soon. */
const pace: WritePace = {
  afterMs: 10_000,
  maxUnwritten: 8_000,
  maxUnwrittenChars: 16 * 1024 * 1024,
  maxKeptChars: 48 * 1024 * 1024,
};

if (parentPort === null) throw new Error("the folding worker is started by the views");
const port = parentPort;
const reply = (message: WorkerReply): void => port.postMessage(message);
// border: the views start the worker with exactly this
const data = workerData as FoldingData;
const opened = openWalletFile(data.file);
if (isLeft(opened)) {
  reply({ kind: "not-opened", error: opened.left });
  port.close();
} else {
  const { rebuiltBecause } = opened.right;
  const listener = { emptied: () => undefined, unreadable: () => undefined };
  const wallet = new RecoveringWallet(data.file, opened.right, listener, pace);
  wallet.begin(data.journalId, Number.MAX_SAFE_INTEGER);
  const checkpoint = (): Checkpoint => {
    const { offset, hash, meter } = wallet.checkpoint;
    return { offset, hash, recordTime: meter.at };
  };
  const done = map(checkpoint);
  port.on("message", (request: WorkerRequest) => {
    const { id } = request;
    if (request.kind === "fold") {
      reply({ kind: "done", id, outcome: done(wallet.fold(unpackBatch(request.batch))) });
      return;
    }
    wallet.close();
    reply({ kind: "done", id, outcome: right(checkpoint()) });
    port.close();
  });
  reply({ kind: "opened", start: checkpoint(), rebuiltBecause });
}
