import type { Catalog, TransactionCommitted } from "@tallystick/core";
import type { EventFormat, Transaction } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { resolveEventFormat } from "../format/resolved-format.js";
import { projectTransaction } from "./project-transaction.js";

const everything: EventFormat = {
  filtersByParty: {},
  filtersForAnyParty: { cumulative: [] },
};

/**
 * A transaction with all its nodes, in the LEDGER_EFFECTS shape, as a reader for all parties sees
 * it. It need not be in a journal.
 *
 * @param offset that it has, or would have
 */
export const wholeTransaction = (
  event: TransactionCommitted,
  offset: number,
  { synchronizerId, catalog }: { readonly synchronizerId: string; readonly catalog: Catalog },
): Transaction | undefined => {
  const format = resolveEventFormat(everything, catalog);
  if (isLeft(format)) return undefined;
  const wanted = { format: format.right, shape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" } as const;
  return projectTransaction(event, offset, wanted, synchronizerId, catalog);
};
