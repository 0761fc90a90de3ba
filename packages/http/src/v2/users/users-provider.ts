import { isLeft, left } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
import { defaulted, wireEmptyNamed, wireObject, wireString } from "@tallystick/wire";
import { UserPath, userBodyError } from "./user-path.js";

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
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT", "USER_NOT_FOUND"],
  handle: async ({ parameters, body }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = userBodyError(userId, body.userId, "userId");
    if (problem !== undefined) return left(problem);
    const { sourceIdentityProviderId: source, targetIdentityProviderId: target } = body;
    const moved = await ledger.moveUser(userId, source, target);
    return isLeft(moved) ? moved : ok({});
  },
});
