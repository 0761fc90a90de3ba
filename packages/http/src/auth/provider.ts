import {
  defaultProviderId,
  type LedgerError,
  type RequestedBy,
  type UserId,
} from "@tallystick/core";
import type { Caller } from "./authenticator.js";
import { denied } from "./required-right.js";

/**
 * The identity provider a request is about. An empty one in the request means the caller's own, for
 * participant admins the default one (ledger-api 9.4).
 */
export const providerOf = (named: string, { rights, identityProviderId }: Caller): string => {
  if (named !== "") return named;
  return rights.participantAdmin ? defaultProviderId : identityProviderId;
};

/**
 * The provider of a request about one user. A caller that asks about itself means its own provider,
 * also participant admins.
 */
export const providerOfUser = (named: string, caller: Caller, userId: UserId): string =>
  named === "" && userId === caller.userId ? caller.identityProviderId : providerOf(named, caller);

/** The caller in the form of the rules of administration (ledger-api 9.2). */
export const requestedBy = ({ userId, rights, identityProviderId }: Caller): RequestedBy => ({
  userId,
  participantAdmin: rights.participantAdmin,
  identityProviderId,
});

/**
 * PERMISSION_DENIED for a user of another identity provider than the requested one; else undefined
 * (ledger-api 9.2).
 */
export const wrongProvider = (
  user: { readonly userId: UserId; readonly identityProviderId: string },
  identityProviderId: string,
): LedgerError | undefined =>
  user.identityProviderId === identityProviderId
    ? undefined
    : denied(
        `User ${user.userId} does not belong to the ${providerName(identityProviderId)} identity provider; name its own in identity-provider-id`,
      );

const providerName = (identityProviderId: string): string =>
  identityProviderId === defaultProviderId ? "default" : identityProviderId;
