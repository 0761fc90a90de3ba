import type { UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";

export const proposals = "/v0/wallet/minting-delegation-proposals";
/** The path of delegations that are active. */
export const delegations = "/v0/wallet/minting-delegations";

/** Who asks the party to mint for it. */
export const useProposals = (): UseQueryResult<
  ReadonlyArray<WalletSchemas["MintingDelegationProposalWithStatus"]>
> =>
  usePartyQuery("delegations", { list: "proposals" }, async (api) => {
    const found = await answerOf(api.wallet.GET(proposals));
    return found.proposals;
  });

/** For whom the party mints. */
export const useDelegations = (): UseQueryResult<
  ReadonlyArray<WalletSchemas["MintingDelegationWithStatus"]>
> =>
  usePartyQuery("delegations", { list: "active" }, async (api) => {
    const found = await answerOf(api.wallet.GET(delegations));
    return found.delegations;
  });
