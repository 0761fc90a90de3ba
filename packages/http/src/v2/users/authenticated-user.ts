import { ledgerError } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { userToWire } from "@tallystick/wire";
import { requestedUser } from "./requested-user.js";
import { ProviderQuery } from "./user-path.js";
import { GetUserResponse } from "./users-get.js";

/**
 * INVALID_TOKEN for a caller without a user. Existing clients look for the first words and then use
 * their token's subject.
 */
const callerWithoutUser = ledgerError(
  "INVALID_TOKEN",
  "The submitted request is missing a user-id: expected a token whose subject is a user of this node",
  {
    publicCause:
      "The submitted request is missing a user-id: requests with an empty user-id are only supported if there is an authenticated user",
  },
);

/** `GET /v2/authenticated-user` (ledger-api 9.2). */
export const authenticatedUser = endpoint({
  method: "GET",
  path: "/v2/authenticated-user",
  summary: "The user of the presented token",
  query: ProviderQuery,
  response: GetUserResponse,
  rights: ({ query }) => [
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: ({ query, caller }, { ledger }) => {
    const { userId } = caller;
    if (userId === "") throw new LedgerFailure(callerWithoutUser);
    const parameters = { "user-id": userId };
    const user = orThrow(requestedUser({ parameters, query, caller }, ledger));
    return { user: userToWire(user) };
  },
});
