import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { defaulted, wireEmptyNamed, wireObject, wireString, wireUserId } from "@tallystick/wire";
import { UserPath, sameUserId } from "./user-path.js";

/** Request body of `PATCH /v2/users/{user-id}/identity-provider-id` (ledger-api 2.11). */
export const UpdateUserIdentityProviderIdRequest = wireObject(
  "UpdateUserIdentityProviderIdRequest",
  {
    userId: defaulted(wireUserId, ""),
    sourceIdentityProviderId: defaulted(wireString, ""),
    targetIdentityProviderId: defaulted(wireString, ""),
  },
  ["userId"],
);

/** Answer of `PATCH /v2/users/{user-id}/identity-provider-id` (ledger-api 2.11). */
export const UpdateUserIdentityProviderIdResponse = wireEmptyNamed(
  "UpdateUserIdentityProviderIdResponse",
);

/** `PATCH /v2/users/{user-id}/identity-provider-id` (ledger-api 9.2). */
export const usersProvider = endpoint({
  method: "PATCH",
  path: "/v2/users/{user-id}/identity-provider-id",
  summary: "Move a user to another identity provider",
  description: "The empty id is the default provider. Both providers must exist.",
  parameters: UserPath,
  body: UpdateUserIdentityProviderIdRequest,
  response: UpdateUserIdentityProviderIdResponse,
  validate: ({ parameters, body }) => sameUserId(parameters["user-id"], body.userId, "userId"),
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT", "USER_NOT_FOUND"],
  handle: async ({ body, valid: userId }, { ledger }) => {
    const { sourceIdentityProviderId: source, targetIdentityProviderId: target } = body;
    orThrow(await ledger.moveUser(userId, source, target));
    return {};
  },
});
