import { answerFolds } from "../fold/answer-folds.js";
import { type HeldLeaves, walletFold } from "./wallet-database.js";

// The thread that folds wallet views that are far behind.

/** Writes are not urgent: most entries change again soon. */
const held: HeldLeaves = {
  writeAfterMs: 10_000,
  maxUnwritten: 8_000,
  maxUnwrittenChars: 16 * 1024 * 1024,
  maxKeptChars: 48 * 1024 * 1024,
};

answerFolds(() => walletFold(held));
