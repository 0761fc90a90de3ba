import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useSession } from "../session/session.js";
import { useSiteConfig } from "../session/site-config.js";
import { changedResources, queryKey } from "../states/resources.js";
import { type Api, answerOf } from "./client.js";
import { lockKeys } from "./key-lock.js";
import { forgetHeard, knownBy, noteHeard } from "./heard-offset.js";
import { ledgerEndOf } from "./ledger-end.js";
import { followParty } from "./live-channel.js";
import { shouldRetry } from "./queries.js";
import { learnHome, learnUsers } from "./party-directory.js";
import { readAgain } from "./read-again.js";
import { useReachable } from "./reachability.js";
import { readableParties, readablePartiesKey } from "./readable-parties.js";
import { declineAll } from "./signing-requests.js";
import { usePartyApi } from "./party-api.js";
import { useLedger } from "./use-ledger.js";
import { WalletContext, type WalletLife } from "./wallet-context.js";

/** Whether a party signs outside of the node; undefined while it is not known. */
const useIsExternal = (api: Api, party: string, isNamed: boolean): boolean | undefined => {
  const session = useSession();
  const { network } = useSiteConfig();
  const parties = useQuery({
    queryKey: readablePartiesKey(network, session.user),
    queryFn: () => readableParties(api),
    enabled: isNamed && party !== "" && network !== "off",
    retry: shouldRetry,
  });
  if (!isNamed || party === "" || network === "off" || parties.isError) return false;
  return parties.data?.some((each) => each.party_id === party && each.kind === "external");
};

const partyOf = async (api: Api): Promise<string> => {
  const status = await answerOf(api.wallet.GET("/v0/wallet/user-status"));
  return status.user_onboarded ? status.party_id : "";
};

/** The user's own party; undefined while it is not known, "" when it has no wallet. */
const useOwnParty = (api: Api) => {
  const session = useSession();
  const { network } = useSiteConfig();
  return useQuery({
    queryKey: queryKey(network, "", "user", { user: session.user }),
    queryFn: async () => {
      const party = session.party ?? (await partyOf(api));
      if (party === "") return party;
      // before pages read anything, so that they are told of all that comes after
      const end = await ledgerEndOf(api).catch(() => undefined);
      if (end !== undefined) noteHeard(session, end, performance.now());
      return party;
    },
    enabled: network !== "off",
    retry: shouldRetry,
  });
};

const useLive = (api: Api, party: string): void => {
  const session = useSession();
  const { basePath, network } = useSiteConfig();
  const queries = useQueryClient();
  useEffect(() => {
    if (party === "") return undefined;
    const ofParty = { queryKey: [network, party] };
    // what was read of it before another party was looked at
    readAgain(queries, { ...ofParty, predicate: ({ state }) => state.data !== undefined });
    return followParty({
      url: `${location.origin.replace(/^http/, "ws")}${basePath}/v2/updates`,
      party,
      token: () => session.token(),
      begin: knownBy(session),
      ledgerEnd: () => ledgerEndOf(api),
      heard: (offset) => noteHeard(session, offset, performance.now()),
      reload: (offset) => {
        forgetHeard(session);
        noteHeard(session, offset, performance.now());
        readAgain(queries, ofParty);
      },
      changed: (entities) => {
        const resources = changedResources(entities);
        readAgain(queries, {
          ...ofParty,
          predicate: ({ queryKey: [, , resource] }) =>
            // border: every key of a party has a resource in third place
            resources === undefined || resources.has(resource as never),
        });
      },
    });
  }, [api, party, session, basePath, network, queries]);
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

/** What goes on without a page ends with the login. */
const useLife = (user: string): WalletLife => {
  const life = useMemo<WalletLife>(
    () => ({ isOver: false, ends: new Set() }),
    // another login, another life
    [user],
  );
  useEffect(() => {
    life.isOver = false;
    return () => {
      life.isOver = true;
      for (const end of life.ends) end();
    };
  }, [life]);
  return life;
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
  const plain = usePartyApi(undefined, false);
  const own = useOwnParty(plain);
  const ownParty = own.data ?? "";
  useEffect(() => {
    if (ownParty === "") return;
    learnHome(network, ownParty);
    // where no login tells the party, no name is that of its user
    if (session.party === undefined) learnUsers(network, [[ownParty, session.name]]);
  }, [network, ownParty, session]);
  const party = chosen ?? ownParty;
  const isNamed = session.party !== undefined || party !== ownParty;
  const external = useIsExternal(plain, party, isNamed);
  const isExternal = external === true;
  const api = usePartyApi(isNamed && party !== "" ? party : undefined, isExternal);
  useLive(api, party);
  const life = useLife(session.user);
  const [path] = useLocation();
  // who sees the console may be a user without a wallet
  useLedger(plain, party !== "" || path.startsWith("/console"));
  useRecovery();
  useEffect(
    () => () => {
      declineAll();
      lockKeys();
    },
    [session.user],
  );
  const value = useMemo(
    () => ({
      api,
      network,
      user: session.user,
      party,
      isExternal,
      ownParty,
      chooseParty,
      life,
    }),
    [api, network, session.user, party, isExternal, ownParty, life],
  );
  if (own.isError) return failed(own.error, () => void own.refetch());
  if ((own.isPending && network !== "off") || external === undefined) return pending;
  return <WalletContext value={value}>{children}</WalletContext>;
};
