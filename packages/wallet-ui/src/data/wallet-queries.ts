import type { UseQueryResult } from "@tanstack/react-query";
import { type Api, answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";
import { useWallet } from "./wallet-context.js";

/** The party's balance, as exact texts. */
export const useBalance = (): UseQueryResult<WalletSchemas["GetBalanceResponse"]> =>
  usePartyQuery("balance", {}, (api) => answerOf(api.wallet.GET("/v0/wallet/balance")));

/** The newest round that was opened, with the dollars for one coin. */
export const usePrice = (): WalletSchemas["OpenedRound"] | undefined =>
  usePartyQuery("rounds", { newest: 1 }, async (api) => {
    const query = { limit: 1 };
    const { rounds } = await answerOf(api.wallet.GET("/v0/wallet/rounds", { params: { query } }));
    return rounds[0] ?? null;
  }).data ?? undefined;

/** Something that waits for the party, or that it waits for. */
export type WaitingItem = WalletSchemas["InboxItem"];

/** Items of the inbox that are read; the node has no more of one kind. */
const inboxItems = 1_000;

/** Everything that waits, sent and received, the newest first. */
export const useInbox = (): UseQueryResult<ReadonlyArray<WaitingItem>> => {
  const { party } = useWallet();
  return usePartyQuery(
    "inbox",
    {},
    async (api) => {
      const { items } = await answerOf(
        api.wallet.GET("/v0/wallet/inbox", { params: { query: { limit: inboxItems } } }),
      );
      return items;
    },
    // a user without a wallet has none
    { enabled: party !== "" },
  );
};

/** Carries out an action of an item. */
export const actOn = async (
  api: Api,
  { method, path }: WalletSchemas["InboxAction"],
): Promise<void> => {
  // border: the node names the path of each action itself
  await api.wallet.request(method === "POST" ? "post" : "delete", path as never, {} as never);
};

export type HistoryRow = WalletSchemas["HistoryItem"];

export const useRecentTransactions = (count: number): UseQueryResult<ReadonlyArray<HistoryRow>> =>
  usePartyQuery("transactions", { recent: count }, async (api) => {
    const body = { page_size: count };
    const { items } = await answerOf(api.wallet.POST("/v0/wallet/transactions", { body }));
    return items;
  });
