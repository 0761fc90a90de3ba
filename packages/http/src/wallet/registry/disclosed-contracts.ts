import { type Ledger, orThrow } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";

/** Contracts as they are disclosed with a command; one archived meanwhile is left out. */
export const disclosedContracts = async (ledger: Ledger, contractIds: ReadonlyArray<string>) => {
  const { synchronizerId } = ledger;
  const disclosed = [];
  for (const contractId of contractIds) {
    const found = await ledger.queries.contract({ contractId, queryingParties: [] });
    // the choice says that it is gone
    if (isLeft(found) && found.left.code === "CONTRACT_NOT_FOUND") continue;
    const { templateId, createdEventBlob } = orThrow(found);
    disclosed.push({ templateId, contractId, createdEventBlob, synchronizerId });
  }
  return disclosed;
};
