import { answerFolds } from "../fold/answer-folds.js";
import type { FoldingData } from "../fold/fold-thread.js";
import { ledgerFold } from "./ledger-fold.js";

// The thread that folds the ledger's views.

answerFolds(({ keepsTexts }: FoldingData & { readonly keepsTexts: boolean }) =>
  ledgerFold(undefined, keepsTexts),
);
