import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useSession } from "../session/session.js";
import { queryKey } from "../states/resources.js";
import { type Api, answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { shouldRetry } from "./queries.js";
import { useWallet } from "./wallet-context.js";

/** A party that the user may read, and how it acts. */
export type ReadableParty = WalletSchemas["WalletParty"];

export const readablePartiesKey = (network: string, user: string) =>
  queryKey(network, "", "user", { name: "parties", user });

/** How many more parties the user may make by itself; undefined: no limit, or not known yet. */
export const usePartiesLeft = (): number | undefined => {
  const { api, network } = useWallet();
  const { user } = useSession();
  const found = useQuery({
    queryKey: [...readablePartiesKey(network, user), "left"],
    queryFn: () => answerOf(api.wallet.GET("/v0/wallet/parties")),
    retry: shouldRetry,
  });
  return found.data?.parties_left ?? undefined;
};

/** The parties that the user may read. */
export const readableParties = async (api: Api): Promise<ReadonlyArray<ReadableParty>> => {
  const { parties } = await answerOf(api.wallet.GET("/v0/wallet/parties"));
  return parties;
};

/** The parties that the user may read, its own one first. */
export const useReadableParties = (): UseQueryResult<ReadonlyArray<ReadableParty>> => {
  const { api, network, ownParty } = useWallet();
  const { user } = useSession();
  return useQuery({
    queryKey: readablePartiesKey(network, user),
    queryFn: () => readableParties(api),
    retry: shouldRetry,
    select: (found) => [
      ...found.filter(({ party_id: party }) => party === ownParty),
      ...found.filter(({ party_id: party }) => party !== ownParty),
    ],
  });
};

/** Has the list read again, after a party was made. */
export const usePartiesChanged = (): (() => Promise<void>) => {
  const queries = useQueryClient();
  const { network } = useWallet();
  const { user } = useSession();
  return () => queries.invalidateQueries({ queryKey: readablePartiesKey(network, user) });
};
