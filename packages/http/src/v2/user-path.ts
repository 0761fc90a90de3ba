import { invalidArgument, isUserIdString, type LedgerError } from "@tallystick/core";
import { wire } from "@tallystick/wire";
import { otherThanPath } from "../wire/field-mask-wire.js";

/** Path parameters of the endpoints of one user. */
export const UserPath = wire.wireObject("UserPath", {
  "user-id": wire.required(wire.wireString),
});

/** The identity provider a request names in its query; absent: none. */
export const ProviderQuery = wire.wireObject("ProviderQuery", {
  "identity-provider-id": wire.optional(wire.wireString),
});

/** INVALID_ARGUMENT for a path id that is no UserIdString (ledger-api 3.4). */
export const userPathProblem = (userId: string): LedgerError | undefined =>
  isUserIdString(userId)
    ? undefined
    : invalidArgument(`Malformed user-id: ${userId.slice(0, 128)}`);

/** The same, or that the body is about another user than the path (ledger-api 3.4). */
export const userBodyProblem = (
  pathId: string,
  bodyId: string,
  field: string,
): LedgerError | undefined =>
  userPathProblem(pathId) ?? (pathId === bodyId ? undefined : otherThanPath(bodyId, pathId, field));
