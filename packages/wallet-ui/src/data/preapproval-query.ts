import type { UseQueryResult } from "@tanstack/react-query";
import { activeContracts } from "./active-contracts.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";
import { useWallet } from "./wallet-context.js";

/** A preapproval of transfers as the ledger has it. */
export interface Preapproval {
  readonly cid: string;
  readonly payload: WalletSchemas["TransferPreapprovalPayload"];
}

const templateId = "#splice-amulet:Splice.AmuletRules:TransferPreapproval";

/** The party's preapproval of transfers; null when it has none. Of several the last to expire. */
export const usePreapproval = (): UseQueryResult<Preapproval | null> => {
  const { party } = useWallet();
  return usePartyQuery("preapprovals", {}, async (api) => {
    const found = await activeContracts(api, party, templateId);
    const own = found
      .map(({ contractId, createArgument }) => ({
        cid: contractId,
        // border: the ledger's own template
        payload: createArgument as Preapproval["payload"],
      }))
      .filter(({ payload }) => payload.receiver === party)
      .toSorted((a, b) => (a.payload.expiresAt > b.payload.expiresAt ? -1 : 1));
    return own[0] ?? null;
  });
};
