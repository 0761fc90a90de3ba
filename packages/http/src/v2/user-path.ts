import { invalidArgument, isUserIdString, type LedgerError, wire } from "@tallystick/core";

/** Path parameters of the endpoints of one user. */
export const UserPath = wire.wireObject("UserPath", {
  "user-id": wire.required(wire.wireString),
});

/** INVALID_ARGUMENT for a path id that is no UserIdString (ledger-api 3.4). */
export const userPathProblem = (userId: string): LedgerError | undefined =>
  isUserIdString(userId)
    ? undefined
    : invalidArgument(`Malformed user-id: ${userId.slice(0, 128)}`);
