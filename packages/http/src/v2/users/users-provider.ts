import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { defaulted, wireEmptyNamed, wireObject, wireString } from "@tallystick/wire";
import { UserPath, sameUserId } from "./user-path.js";

/** Request body of `PATCH /v2/users/{user-id}/identity-provider-id` (ledger-api 2.11). */
export const UpdateUserIdentityProviderIdRequest = wireObject(
  "UpdateUserIdentityProviderIdRequest",
  {
    userId: defaulted(wireString, ""),
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
  query: nothing,
  body: UpdateUserIdentityProviderIdRequest,
  response: { kind: "json", codec: UpdateUserIdentityProviderIdResponse },
  access: "token",
  validate: ({ parameters, body }) => sameUserId(parameters["user-id"], body.userId, "userId"),
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT", "USER_NOT_FOUND"],
  handle: async ({ body, valid: userId }, { ledger }) => {
    const { sourceIdentityProviderId: source, targetIdentityProviderId: target } = body;
    const moved = await ledger.moveUser(userId, source, target);
    return isLeft(moved) ? moved : ok({});
  },
});
