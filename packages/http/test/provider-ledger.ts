import type { IdentityProviderConfig, User } from "@tallystick/core";
import { type CreateUser, type Ledger, openLedger } from "@tallystick/node";
import { right } from "fp-ts/lib/Either.js";

/** A real ledger in memory but for its identity providers, and users that are set. */
export interface ProviderLedger extends Ledger {
  /** Adds a provider, or puts another configuration in the place of one. */
  setProvider(config: IdentityProviderConfig): void;
  deleteProvider(identityProviderId: string): void;
  setUser(user: CreateUser): void;
}

const userOf = (user: CreateUser): User => ({
  userId: user.userId,
  primaryParty: "",
  isDeactivated: user.isDeactivated ?? false,
  annotations: {},
  identityProviderId: user.identityProviderId ?? "",
  primaryPartyAuthentication: false,
  rights: user.rights ?? [],
  resourceVersion: 0,
});

/** Opens such a ledger; the caller closes it. */
export const providerLedger = async (): Promise<ProviderLedger> => {
  const opened = await openLedger({});
  if (opened._tag === "Left") throw new Error(opened.left.message);
  const real = opened.right;
  const users = new Map<string, User>();
  const providers = new Map<string, IdentityProviderConfig>();
  return {
    ...real,
    setUser: (user) => void users.set(user.userId, userOf(user)),
    setProvider: (config) => void providers.set(config.identityProviderId, config),
    deleteProvider: (id) => void providers.delete(id),
    user: (userId) => users.get(userId) ?? real.user(userId),
    userRights: (userId) => {
      const set = users.get(userId);
      return set === undefined ? real.userRights(userId) : right(set.rights);
    },
    identityProviders: () => [...providers.values()],
    identityProvider: (id) => providers.get(id),
  };
};
