import { orThrow } from "@tallystick/node";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { wireEmpty } from "@tallystick/wire";
import { ProviderQuery, UserPath, validUserId } from "./user-path.js";

/** `DELETE /v2/users/{user-id}` (ledger-api 9.2). */
export const usersDelete = endpoint({
  method: "DELETE",
  path: "/v2/users/{user-id}",
  summary: "Delete a user",
  description:
    "To delete a user of another identity provider than the caller's own (for participant admins: the default one), " +
    "name it in identity-provider-id.",
  parameters: UserPath,
  query: ProviderQuery,
  response: wireEmpty,
  validate: ({ parameters }) => validUserId(parameters["user-id"]),
  rights: ({ query }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: async ({ valid: userId, query, caller }, { ledger }) => {
    const provider = providerOf(query["identity-provider-id"] ?? "", caller);
    orThrow(await ledger.deleteUser(userId, provider, requestedBy(caller)));
    return {};
  },
});
