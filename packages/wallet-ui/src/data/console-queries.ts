import type { UseQueryResult } from "@tanstack/react-query";
import { useSiteConfig } from "../session/site-config.js";
import { type Api, answerOf } from "./client.js";
import { ledgerEndOf } from "./ledger-end.js";
import type { LedgerSchemas, WalletSchemas } from "./openapi.js";
import { learnUsers } from "./party-directory.js";
import { usePartyQuery } from "./queries.js";

const useConsoleQuery = <A>(
  name: string,
  read: (api: Api) => Promise<A>,
  params: Readonly<Record<string, unknown>> = {},
  enabled = true,
): UseQueryResult<A> =>
  usePartyQuery("console", { name, ...params }, read, {
    follows: ["ledger", "node"],
    keepPrevious: true,
    enabled,
  });

const pageSize = 500;
/** The most pages of a list; what is beyond it is found by search. */
const mostPages = 20;

interface Listed<A> {
  readonly items: ReadonlyArray<A>;
  readonly next: string;
}

const allPages = async <A>(
  page: (token: string) => Promise<Listed<A>>,
): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = [];
  let token = "";
  for (let count = 0; count < mostPages; count += 1) {
    const { items, next } = await page(token);
    found.push(...items);
    if (next === "") break;
    token = next;
  }
  return found;
};

const tokenQuery = (pageToken: string) =>
  pageToken === "" ? { pageSize } : { pageSize, pageToken };

export type LedgerUser = LedgerSchemas["User"];

/** Parties that one user alone has are called after it. */
const singleUsers = (
  users: ReadonlyArray<LedgerUser>,
): ReadonlyArray<readonly [party: string, user: string]> => {
  const parties = users.map(({ primaryParty = "" }) => primaryParty);
  const several = new Set(parties.filter((party, at) => parties.indexOf(party) !== at));
  return users.flatMap(({ id, primaryParty = "" }) =>
    several.has(primaryParty) ? [] : [[primaryParty, id] as const],
  );
};

export const useUsers = (): UseQueryResult<ReadonlyArray<LedgerUser>> => {
  const { network } = useSiteConfig();
  return useConsoleQuery("users", async (api) => {
    const found = await allPages(async (token) => {
      const { users = [], nextPageToken = "" } = await answerOf(
        api.ledger.GET("/v2/users", { params: { query: tokenQuery(token) } }),
      );
      return { items: users, next: nextPageToken };
    });
    learnUsers(network, singleUsers(found));
    return found;
  });
};

export const useWalletUsers = (): UseQueryResult<ReadonlySet<string>> =>
  useConsoleQuery("wallet-users", async (api) => {
    const { usernames } = await answerOf(api.wallet.GET("/v0/admin/users"));
    return new Set(usernames);
  });

export const useOperator = (): UseQueryResult<WalletSchemas["GetValidatorUserInfoResponse"]> =>
  usePartyQuery("console", { name: "operator" }, (api) =>
    answerOf(api.wallet.GET("/v0/validator-user")),
  );

/** A party that the node knows. */
export type KnownParty = LedgerSchemas["PartyDetails"];

/** The parties that the node knows, of those whose names begin so. */
export const useParties = (
  filter: string,
  enabled = true,
): UseQueryResult<ReadonlyArray<KnownParty>> =>
  useConsoleQuery(
    "parties",
    (api) =>
      allPages(async (token) => {
        const query = {
          ...tokenQuery(token),
          ...(filter === "" ? {} : { "filter-party": filter }),
        };
        const { partyDetails, nextPageToken = "" } = await answerOf(
          api.ledger.GET("/v2/parties", { params: { query } }),
        );
        return { items: partyDetails, next: nextPageToken };
      }),
    { filter },
    enabled,
  );

/** A right as the API writes it. */
export type Right = LedgerSchemas["Right"];

export const useRightsOf = (user: string): UseQueryResult<ReadonlyArray<Right>> =>
  useConsoleQuery(
    "rights",
    async (api) => {
      if (user === "") return [];
      const params = { path: { "user-id": user } };
      const { rights = [] } = await answerOf(
        api.ledger.GET("/v2/users/{user-id}/rights", { params }),
      );
      return rights;
    },
    { user },
  );

/** A user with the rights that it has for a party. */
export type UserRights = LedgerSchemas["UserRights"];

/** Who has rights for a party, besides those for any party. */
export const usePartyRights = (party: string): UseQueryResult<ReadonlyArray<UserRights>> =>
  usePartyQuery(
    "console",
    { name: "party-rights", of: party },
    (api) =>
      allPages(async (token) => {
        const params = { path: { party }, query: tokenQuery(token) };
        const { users = [], nextPageToken = "" } = await answerOf(
          api.ledger.GET("/v2/parties/{party}/rights", { params }),
        );
        return { items: users, next: nextPageToken };
      }),
    { follows: ["ledger", "node"] },
  );

/** The preapprovals for which the operator pays. */
export const usePreapprovals = (): UseQueryResult<
  WalletSchemas["ListTransferPreapprovalsResponse"]["contracts"]
> =>
  useConsoleQuery("preapprovals", async (api) => {
    const answer = await answerOf(api.wallet.GET("/v0/admin/transfer-preapprovals"));
    return answer.contracts;
  });

/** What the automations have done. */
export const useAutomations = (): UseQueryResult<WalletSchemas["AutomationsStatus"]> =>
  useConsoleQuery("automations", (api) => answerOf(api.wallet.GET("/v0/admin/automation")));

/** The wallets of the node, and what each does by itself. */
export const useAutomatedWallets = (): UseQueryResult<
  ReadonlyArray<WalletSchemas["AutomatedWallet"]>
> =>
  useConsoleQuery("automated-wallets", async (api) => {
    const { wallets } = await answerOf(api.wallet.GET("/v0/admin/automation/wallets"));
    return wallets;
  });

export const useOwnTraffic = (): UseQueryResult<WalletSchemas["OwnTraffic"]> =>
  useConsoleQuery("traffic", (api) => answerOf(api.wallet.GET("/v0/admin/traffic")));

/** What the node works with. */
export const useConfiguration = (): UseQueryResult<WalletSchemas["ConfigurationInForce"]> =>
  useConsoleQuery("configuration", (api) => answerOf(api.wallet.GET("/v0/admin/configuration")));

/** How a node is. */
export interface Health {
  readonly isReady: boolean;
  /** What must be looked at: why it is not ready, damage that was found. */
  readonly notes: ReadonlyArray<string>;
  readonly version: string;
  readonly end: number;
  readonly pruned: number;
}

/** How the node is. */
export const useHealth = (): UseQueryResult<Health> => {
  const { basePath } = useSiteConfig();
  return useConsoleQuery("health", async (api) => {
    const [ready, end, pruned, { version }] = await Promise.all([
      fetch(`${basePath}/readyz`),
      ledgerEndOf(api),
      answerOf(api.ledger.GET("/v2/state/latest-pruned-offsets")),
      answerOf(api.ledger.GET("/v2/version")),
    ]);
    const notes = (await ready.text()).split("\n").filter((line) => line.startsWith("[!] "));
    return {
      isReady: ready.ok,
      notes: notes.map((line) => line.slice(4)),
      version,
      end,
      pruned: pruned.participantPrunedUpToInclusive ?? 0,
    };
  });
};

/** The instruments of the node, with their limits. */
export const useInstrumentList = (): UseQueryResult<LedgerSchemas["InstrumentList"]> =>
  usePartyQuery("console", { name: "instruments" }, (api) =>
    answerOf(api.ledger.GET("/v2/instruments", {})),
  );

export const useProviders = (): UseQueryResult<
  ReadonlyArray<LedgerSchemas["IdentityProviderConfig"]>
> =>
  useConsoleQuery("providers", async (api) => {
    const answer = await answerOf(api.ledger.GET("/v2/idps"));
    return answer.identityProviderConfigs;
  });

/** A package with its name, where it is vetted. */
export interface ConsolePackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly isVetted: boolean;
}

/** The packages of the node; names are known of those that are vetted. */
export const usePackages = (): UseQueryResult<ReadonlyArray<ConsolePackage>> =>
  useConsoleQuery("packages", async (api) => {
    const [{ packageIds }, { vettedPackages = [] }] = await Promise.all([
      answerOf(api.ledger.GET("/v2/packages")),
      answerOf(api.ledger.POST("/v2/package-vetting/list", { body: {} })),
    ]);
    const vetted = new Map(
      vettedPackages.flatMap(({ packages }) => packages.map((each) => [each.packageId, each])),
    );
    return packageIds
      .map((id) => ({
        id,
        name: vetted.get(id)?.packageName ?? "",
        version: vetted.get(id)?.packageVersion ?? "",
        isVetted: vetted.has(id),
      }))
      .toSorted((a, b) =>
        `${a.name} ${a.version} ${a.id}`.localeCompare(`${b.name} ${b.version} ${b.id}`),
      );
  });
