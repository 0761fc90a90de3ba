import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useSession } from "../session/session.js";
import { useSiteConfig } from "../session/site-config.js";
import { changedResources, queryKey } from "../states/resources.js";
import { type Api, answerOf, createApi } from "./client.js";
import { followParty, type LiveStatus } from "./live-channel.js";
import { shouldRetry } from "./queries.js";
import { useReachable } from "./reachability.js";
import { useManualClock } from "./use-manual-clock.js";
import { WalletContext } from "./wallet-context.js";

const useApi = (party: string | undefined): Api => {
  const session = useSession();
  const { basePath } = useSiteConfig();
  return useMemo(
    () => createApi(`${location.origin}${basePath}`, session, party),
    [session, basePath, party],
  );
};

/** The user's own party; undefined while it is not known, "" when it has no wallet. */
const useOwnParty = (api: Api) => {
  const session = useSession();
  const { network } = useSiteConfig();
  return useQuery({
    queryKey: queryKey(network, "", "user", { user: session.user }),
    queryFn: async () => {
      if (session.party !== undefined) return session.party;
      const status = await answerOf(api.wallet.GET("/v0/wallet/user-status"));
      return status.user_onboarded ? status.party_id : "";
    },
    enabled: network !== "off",
    retry: shouldRetry,
  });
};

const useLive = (api: Api, party: string): LiveStatus => {
  const session = useSession();
  const { basePath, network } = useSiteConfig();
  const queries = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>("connecting");
  useEffect(() => {
    if (party === "") return undefined;
    return followParty({
      url: `${location.origin.replace(/^http/, "ws")}${basePath}/v2/updates`,
      party,
      token: () => session.token(),
      ledgerEnd: async () => {
        const end = await answerOf(api.ledger.GET("/v2/state/ledger-end"));
        return end.offset ?? 0;
      },
      reload: () => {
        const readAt = Date.now();
        // what was read before may miss what came until now
        void queries.invalidateQueries({
          queryKey: [network, party],
          predicate: ({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < readAt - 5_000,
        });
      },
      changed: (entities) => {
        const resources = changedResources(entities);
        void queries.invalidateQueries({
          queryKey: [network, party],
          predicate: ({ queryKey: [, , resource] }) =>
            // border: every key of a party has a resource in third place
            resources === undefined || resources.has(resource as never),
        });
      },
      status: setStatus,
    });
  }, [api, party, session, basePath, network, queries]);
  return status;
};

/** Reads again what could not be read while the node did not answer. */
const useRecovery = (): void => {
  const queries = useQueryClient();
  const isReachable = useReachable();
  useEffect(() => {
    if (isReachable)
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  }, [isReachable, queries]);
};

/** Gives pages the API of the user that is logged in, and follows what concerns its party. */
export const WalletProvider = ({
  children,
  pending,
  failed,
}: {
  readonly children: ReactNode;
  /** Shown until it is known whether the user has a wallet. */
  readonly pending: ReactNode;
  /** Shown when that cannot be read. */
  readonly failed: (error: Error, retry: () => void) => ReactNode;
}) => {
  const session = useSession();
  const { network } = useSiteConfig();
  const [chosen, chooseParty] = useState<string>();
  const plain = useApi(undefined);
  const own = useOwnParty(plain);
  const ownParty = own.data ?? "";
  const party = chosen ?? ownParty;
  const isNamed = session.party !== undefined || party !== ownParty;
  const api = useApi(isNamed && party !== "" ? party : undefined);
  const live = useLive(api, party);
  useManualClock();
  useRecovery();
  const value = useMemo(
    () => ({ api, network, user: session.user, party, ownParty, chooseParty, live }),
    [api, network, session.user, party, ownParty, live],
  );
  if (own.isError) return failed(own.error, () => void own.refetch());
  if (own.isPending && network !== "off") return pending;
  return <WalletContext value={value}>{children}</WalletContext>;
};
