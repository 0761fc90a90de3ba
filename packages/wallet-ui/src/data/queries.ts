import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.js";
import type { Api } from "./client.js";
import { type QueryParams, queryKey, type Resource } from "../states/resources.js";
import { useWallet } from "./wallet-context.js";

/** Whose changes a query follows besides its party's: anyone's on the ledger, the node's own. */
export type Follows = "ledger" | "node";

const mostRetries = 2;

/** Whether to ask again: a bad request or a missing right is the same the next time. */
export const shouldRetry = (failures: number, error: Error): boolean =>
  failures < mostRetries &&
  (!(error instanceof ApiError) || error.isUnknown || error.isBehind || error.status === 429);

/** How a query differs from the others. */
interface QuerySettings {
  /** False: nothing is read yet. */
  readonly enabled?: boolean;
  /** Whether the data of the last params stay until those of the new ones come. */
  readonly keepPrevious?: boolean;
  /** Whose changes have it read again; those of the party always do. */
  readonly follows?: ReadonlyArray<Follows>;
}

/**
 * Reads a resource of the party. It is read again when a transaction changes the resource.
 *
 * @param read gets the API; throws ApiError
 */
export const usePartyQuery = <A>(
  resource: Resource,
  params: QueryParams,
  read: (api: Api, signal: AbortSignal) => Promise<A>,
  { enabled = true, keepPrevious = false, follows = [] }: QuerySettings = {},
): UseQueryResult<A> => {
  const { api, network, party } = useWallet();
  return useQuery({
    queryKey: queryKey(network, party, resource, params),
    queryFn: ({ signal }) => read(api, signal),
    enabled,
    retry: shouldRetry,
    meta: { follows },
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
};
