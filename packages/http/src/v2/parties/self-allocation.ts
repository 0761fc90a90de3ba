import type { Caller } from "../../auth/authenticator.js";
import type { HttpConfig } from "../../endpoints/http-config.js";

/**
 * How many parties a request to allocate may give its user: no limit for admins; other users, who
 * may only name themselves, up to `maxSelfAllocatedParties`. The ledger decides whether the quota
 * is used up (ledger-api 2.10, 9.4).
 */
export const quotaOf = (
  { rights }: Pick<Caller, "rights">,
  { maxSelfAllocatedParties }: Pick<HttpConfig, "maxSelfAllocatedParties">,
): { readonly maxPartiesOfUser?: number } =>
  rights.participantAdmin || rights.identityProviderAdmin
    ? {}
    : { maxPartiesOfUser: maxSelfAllocatedParties };
