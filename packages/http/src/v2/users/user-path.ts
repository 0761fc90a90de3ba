import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type LedgerError,
  invalidArgument,
  isUserIdString,
  type UserId,
  userIdSentence,
} from "@tallystick/core";
import { optional, otherThanPath, required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one user. */
export const UserPath = wireObject("UserPath", {
  "user-id": required(wireString),
});

/** The identity provider a request names in its query; absent: none. */
export const ProviderQuery = wireObject("ProviderQuery", {
  "identity-provider-id": optional(wireString),
});

/** The user id of a path. Left INVALID_ARGUMENT when it is not a UserIdString (ledger-api 3.4). */
export const validUserId = (userId: UserId): Either<LedgerError, string> =>
  isUserIdString(userId)
    ? right(userId)
    : left({
        ...invalidArgument(`Malformed user-id: ${userIdSentence(userId)}`),
        madeByInterface: true,
      });

/**
 * The user id of a path whose body must be about the same user. Left INVALID_ARGUMENT when it is
 * not (ledger-api 3.4).
 */
export const sameUserId = (
  pathId: string,
  bodyId: string,
  field: string,
): Either<LedgerError, string> => {
  const userId = validUserId(pathId);
  if (isLeft(userId) || pathId === bodyId) return userId;
  return left(otherThanPath(bodyId, pathId, field, `user in body: Some(${bodyId}) `));
};
