import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  invalidField,
  isUserIdString,
  type LedgerError,
  ledgerError,
  type UserId,
  userIdSentence,
} from "@tallystick/core";
import { foundInstead, noUserSentence } from "./composite-command-parts.js";
import { shownValue } from "../types/wire-type.js";

const userForm = "a user id of 1 to 128 letters, digits or any of @^$.!`-#+'~_|:()";

const noUser = { publicCause: noUserSentence, field: "userId", invalidRequest: true };

/**
 * The user of a submission: the one it names, or that of the token.
 *
 * @param tokenUserId undefined when no token names a user
 */
export const validateUserId = (
  userId: UserId,
  tokenUserId: string | undefined,
): Either<LedgerError, string> => {
  if (userId === "") {
    return tokenUserId === undefined || tokenUserId === ""
      ? left(
          ledgerError(
            "INVALID_TOKEN",
            "userId: The submitted request is missing a user-id, and no token names a user",
            noUser,
          ),
        )
      : right(tokenUserId);
  }
  if (tokenUserId !== undefined && tokenUserId !== "" && tokenUserId !== userId) {
    return left(
      ledgerError(
        "PERMISSION_DENIED",
        `userId: ${foundInstead(userId, `${shownValue(tokenUserId)}, the user of the token`)}`,
        { field: "userId" },
      ),
    );
  }
  return isUserIdString(userId)
    ? right(userId)
    : left(
        invalidField("userId", foundInstead(userId, userForm), {
          sentence: userIdSentence(userId),
        }),
      );
};
