import { type LedgerError, type User, userNotFound, type UserOperation } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { wrongProvider, providerOfUser } from "../../auth/provider.js";

/** A request to read one user or its rights. */
interface RequestedUser {
  readonly parameters: { readonly "user-id": string };
  readonly query?: { readonly "identity-provider-id"?: string };
  readonly caller: Caller;
}

/** Requires the user itself or an admin, within its identity provider (ledger-api 9.4). */
export const requestedUserRights = ({
  parameters,
  query,
}: Pick<RequestedUser, "parameters" | "query">): ReadonlyArray<RequiredRight> => [
  { kind: "self-or-admin", userId: parameters["user-id"] },
  { kind: "provider", identityProviderId: query?.["identity-provider-id"] ?? "" },
];

/**
 * The user of a request. Left USER_NOT_FOUND, or PERMISSION_DENIED for one of another provider
 * (ledger-api 9.2).
 */
export const requestedUser = (
  { parameters, query, caller }: RequestedUser,
  ledger: Ledger,
  operation: UserOperation = "getting user",
): Either<LedgerError, User> => {
  const userId = parameters["user-id"];
  const user = ledger.user(userId);
  if (user === undefined) return left(userNotFound(userId, operation));
  const provider = providerOfUser(query?.["identity-provider-id"] ?? "", caller, userId);
  const denied = wrongProvider(user, provider);
  return denied === undefined ? right(user) : left(denied);
};
