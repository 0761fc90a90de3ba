import { ledgerError, type LedgerEvent } from "@tallystick/core";
import { createOf, exerciseOf, rejectionAt, transactionAt } from "./journal-fixture.js";

/** A journal of creates, rejections and archives, the same at every call. */
export const history = (length: number): ReadonlyArray<LedgerEvent> =>
  Array.from({ length }, (_, i) => {
    const offset = i + 1;
    switch (offset % 4) {
      case 1:
        return transactionAt(offset, [
          createOf(0, `c${offset}`, ["alice"], { observers: ["bob"] }),
        ]);
      case 2:
        return transactionAt(offset, [createOf(0, `c${offset}`, ["bob"])], { actAs: ["bob"] });
      case 3:
        return rejectionAt(offset, ledgerError("CONTRACT_NOT_FOUND", "no"));
      default:
        return transactionAt(offset, [exerciseOf(0, `c${offset - 3}`, ["alice", "bob"])]);
    }
  });
