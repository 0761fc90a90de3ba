import { right } from "fp-ts/lib/Either.js";
import { trialThreadOf } from "../dry-run/trial-thread.js";
import { definitionsIn } from "./ledger-opening.js";
import type { LedgerPart } from "./ledger-parts.js";

/** The thread that tries commands, where one can read the journal and has the packages. */
export const trials: LedgerPart<"trials", "journal" | "keeper" | "archives"> = {
  open: ({ journal, keeper, data, packages: definitions, options, timers }) => {
    const { packagesFrom } = options;
    const areKnown = packagesFrom !== undefined || definitionsIn(options).length === 0;
    const folder = keeper === undefined ? undefined : data;
    const parts = { journal, folder, definitions, packagesFrom, timers };
    return right(areKnown ? trialThreadOf(parts) : undefined);
  },
  close: (thread) => thread?.close(),
};
