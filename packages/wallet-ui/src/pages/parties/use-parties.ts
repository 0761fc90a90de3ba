import type { UseQueryResult } from "@tanstack/react-query";
import { activeContracts, mostContracts } from "../../data/active-contracts.js";
import { type Api, answerOf } from "../../data/client.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { useSession } from "../../session/session.js";

/** Most parties that are listed where everyone may act for all. */
const mostParties = 1_000;

/** The parties that the user may act for, its own one first. */
export const useParties = (): UseQueryResult<ReadonlyArray<string>> => {
  const { kind, user } = useSession();
  const { ownParty } = useWallet();
  return usePartyQuery("user", { name: "acting", user, ownParty }, async (api) => {
    const found = kind === "off" ? await allParties(api) : await partiesOfRights(api, user);
    const others = [...new Set(found)].filter((party) => party !== ownParty).toSorted();
    return ownParty === "" ? others : [ownParty, ...others];
  });
};

const allParties = async (api: Api): Promise<ReadonlyArray<string>> => {
  const params = { query: { pageSize: mostParties } };
  const { partyDetails } = await answerOf(api.ledger.GET("/v2/parties", { params }));
  return partyDetails.flatMap(({ party, isLocal }) => (isLocal === true ? [party] : []));
};

/** The parties that rights of a user name. */
export const partiesOfRights = async (api: Api, user: string): Promise<ReadonlyArray<string>> => {
  const params = { path: { "user-id": user } };
  const { rights = [] } = await answerOf(api.ledger.GET("/v2/users/{user-id}/rights", { params }));
  return rights.flatMap(({ kind }) =>
    kind !== undefined && kind !== null && "CanActAs" in kind ? [kind.CanActAs.value.party] : [],
  );
};

const installTemplate = "#splice-wallet:Splice.Wallet.Install:WalletAppInstall";

/** Whether a party has a wallet on this node; pages show nothing of one that has none. */
export const useHasWallet = (of: string): UseQueryResult<boolean> => {
  const { ownParty } = useWallet();
  return usePartyQuery("user", { name: "wallet", of }, async (api) => {
    if (of === ownParty) return true;
    const installs = await activeContracts(api, of, installTemplate);
    return (
      installs.length >= mostContracts ||
      installs.some(
        ({ createArgument }) => Reflect.get(Object(createArgument), "endUserParty") === of,
      )
    );
  });
};
