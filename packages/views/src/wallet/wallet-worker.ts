import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import { openTableFile } from "@tallystick/tables";
import { isLeft, left, map } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold-events.js";
import { type PackedBatch, unpackBatch } from "../fold/packed-batch.js";
import type { FoldingOutcome } from "../fold/thread-host.js";
import { RecoveringWallet } from "./recovering-wallet.js";
import type { WalletThreadData } from "./wallet-catch-up.js";
import { walletKind } from "./wallet-kind.js";
import type { WritePace } from "./write-pace.js";

// The thread that folds wallet views that are far behind; it has the file.

/** Writes are not urgent: most entries change again soon. */
const pace: WritePace = {
  afterMs: 10_000,
  maxUnwritten: 8_000,
  maxUnwrittenChars: 16 * 1024 * 1024,
  maxKeptChars: 48 * 1024 * 1024,
};

// border: `WalletCatchUp` starts the thread with exactly this
const { file, journalId } = workerData as WalletThreadData;
const opened = openTableFile(file, walletKind);
if (isLeft(opened)) throw new Error(opened.left.message);
const listener = { emptied: () => undefined, unreadable: () => undefined };
const wallet = new RecoveringWallet(file, opened.right, listener, { pace });
wallet.begin(journalId, Number.MAX_SAFE_INTEGER);

const checkpoint = (): Checkpoint => {
  const { offset, hash, meter } = wallet.checkpoint;
  return { offset, hash, recordTime: meter.at };
};

const folded = (batch: PackedBatch): FoldingOutcome => {
  const entries = unpackBatch(batch);
  const [expectedOffset, actualOffset] = [wallet.checkpoint.offset + 1, entries[0]?.offset ?? 0];
  if (actualOffset !== expectedOffset) {
    const message = `event ${expectedOffset} should come next, not ${actualOffset}`;
    return left({ kind: "gap", expectedOffset, actualOffset, message });
  }
  return map(checkpoint)(wallet.fold(entries));
};

answerOwner<PackedBatch, FoldingOutcome>({
  request: (batch, answer) => answer(folded(batch)),
  stop: () => wallet.close(),
});
