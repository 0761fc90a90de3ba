import { ledgerError, userNotFound } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { providerOfUser, wrongProvider } from "../../auth/provider.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { userToWire } from "@tallystick/wire";
import { ProviderQuery } from "./user-path.js";
import { GetUserResponse } from "./users-get.js";

/**
 * INVALID_TOKEN where nobody is asking. Existing clients look for the first words and go on with
 * the subject of their own token.
 */
const nobodyAsks = ledgerError(
  "INVALID_TOKEN",
  "The submitted request is missing a user-id: expected a token whose subject is a user of this node",
);

/** `GET /v2/authenticated-user` (ledger-api 9.2). */
export const authenticatedUser = endpoint({
  method: "GET",
  path: "/v2/authenticated-user",
  summary: "The user of the presented token",
  parameters: nothing,
  query: ProviderQuery,
  body: nothing,
  response: { kind: "json", codec: GetUserResponse },
  access: "token",
  rights: ({ query }) => [
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: ({ query, caller }, { ledger }) => {
    const { userId } = caller;
    if (userId === "") return left(nobodyAsks);
    const user = ledger.user(userId);
    if (user === undefined) return left(userNotFound(userId));
    const provider = providerOfUser(query["identity-provider-id"] ?? "", caller, userId);
    const denied = wrongProvider(user, provider);
    return denied === undefined ? ok({ user: userToWire(user) }) : left(denied);
  },
});
