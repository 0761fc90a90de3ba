import type { UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";

/** The path of what a wallet does by itself. */
export const settingsPath = "/v0/wallet/settings";

/** What the wallet does by itself. */
export type WalletSettings = WalletSchemas["WalletSettings"];

/** What the wallet of the party does by itself. */
export const useWalletSettings = (): UseQueryResult<WalletSettings> =>
  usePartyQuery("coins", { settings: true }, (api) => answerOf(api.wallet.GET(settingsPath)));
