import { type LedgerError, invalidArgument, isUserIdString } from "@tallystick/core";
import { optional, otherThanPath, required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one user. */
export const UserPath = wireObject("UserPath", {
  "user-id": required(wireString),
});

/** The identity provider a request names in its query; absent: none. */
export const ProviderQuery = wireObject("ProviderQuery", {
  "identity-provider-id": optional(wireString),
});

/** INVALID_ARGUMENT for a path id that is no UserIdString (ledger-api 3.4). */
export const userPathError = (userId: string): LedgerError | undefined =>
  isUserIdString(userId)
    ? undefined
    : invalidArgument(`Malformed user-id: ${userId.slice(0, 128)}`);

/** The same, or that the body is about another user than the path (ledger-api 3.4). */
export const userBodyError = (
  pathId: string,
  bodyId: string,
  field: string,
): LedgerError | undefined =>
  userPathError(pathId) ?? (pathId === bodyId ? undefined : otherThanPath(bodyId, pathId, field));
