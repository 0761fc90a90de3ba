import type { UseQueryResult } from "@tanstack/react-query";
import { answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";

/**
 * A web page that wants to be connected.
 *
 * @param isOpen false: it was decided, and there is nothing to read any more
 */
export const useDappConnect = (
  id: string,
  isOpen: boolean,
): UseQueryResult<WalletSchemas["DappConnect"]> =>
  usePartyQuery(
    "dapps",
    { connect: id },
    (api) =>
      answerOf(api.wallet.GET("/v0/wallet/dapp/connects/{id}", { params: { path: { id } } })),
    { enabled: isOpen },
  );

/** Something that a web page wants to be approved. */
export type DappRequest = WalletSchemas["DappRequest"];

/**
 * What a web page wants to be approved, with what it would do.
 *
 * @param isOpen false: it was decided, and there is nothing to read any more
 */
export const useDappRequest = (id: string, isOpen: boolean): UseQueryResult<DappRequest> =>
  usePartyQuery(
    "dapps",
    { request: id },
    (api) =>
      answerOf(api.wallet.GET("/v0/wallet/dapp/requests/{id}", { params: { path: { id } } })),
    { enabled: isOpen },
  );
