import { useQuery } from "@tanstack/react-query";
import { developmentSession } from "../session/development-login.js";
import { openSession } from "../session/open-session.js";
import { type Session, useSession } from "../session/session.js";
import { type SiteLogin, useSiteConfig } from "../session/site-config.js";
import { queryKey } from "../states/resources.js";
import { type Api, answerOf, createApi } from "./client.js";
import { readingRights } from "./explorer-queries.js";
import type { WalletSchemas } from "./openapi.js";
import { learnUsers } from "./party-directory.js";
import { useWallet } from "./wallet-context.js";

type DevelopmentSettings = Extract<SiteLogin, { readonly kind: "development" }>;

/** Wallets whose users are read. */
const mostWallets = 200;

/** Asks as the operator: everyone can be it with the development login, and with no other. */
export const operatorOf = async (
  baseUrl: string,
  login: DevelopmentSettings,
): Promise<{ readonly wallet: Api["wallet"]; readonly party: string }> => {
  const open = createApi(baseUrl, openSession("", ""), undefined);
  const { user_name: operator, party_id: party } = await answerOf(
    open.wallet.GET("/v0/validator-user"),
  );
  const { wallet } = createApi(baseUrl, developmentSession(operator, login), undefined);
  return { wallet, party };
};

/** Wallets of the node with their users, as its operator sees them. */
export const walletsSeenBy = async (
  wallet: Api["wallet"],
): Promise<ReadonlyArray<WalletSchemas["AutomatedWallet"]>> => {
  const query = { limit: mostWallets };
  const { wallets } = await answerOf(
    wallet.GET("/v0/admin/automation/wallets", { params: { query } }),
  );
  return wallets;
};

/** As whom the names of other users are asked for; undefined where the user may not know them. */
const asker = async (
  api: Api,
  session: Session,
  auth: SiteLogin,
  baseUrl: string,
): Promise<Api["wallet"] | undefined> => {
  if (session.kind === "development" && auth.kind === "development")
    return (await operatorOf(baseUrl, auth)).wallet;
  return (await readingRights(api, session)).isAdmin ? api.wallet : undefined;
};

/**
 * Learns what the users of the node's wallets are called, where the user may know it: in
 * development, and as an administrator. User ids may be addresses of people: no others are told.
 */
export const useUserNames = (): void => {
  const { auth, basePath, network } = useSiteConfig();
  const { api } = useWallet();
  const session = useSession();
  useQuery({
    queryKey: queryKey(network, "", "user", { names: true, user: session.user }),
    queryFn: async () => {
      const wallet = await asker(api, session, auth, `${location.origin}${basePath}`);
      const wallets = wallet === undefined ? [] : await walletsSeenBy(wallet);
      learnUsers(
        network,
        wallets.flatMap(({ party_id: party, users: [user, ...more] }) =>
          user === undefined || more.length > 0 ? [] : [[party, user] as const],
        ),
      );
      return wallets.length;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // parties are shown by their hints without it
    retry: false,
  });
};
