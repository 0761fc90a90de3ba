import { orThrow } from "@tallystick/node";
import { chain } from "fp-ts/lib/Either.js";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  FieldMask,
  User,
  noMetadata,
  optional,
  patchOf,
  required,
  userToWire,
  wireObject,
} from "@tallystick/wire";
import { UserPath, validUserId } from "./user-path.js";

/** Request body of `PATCH /v2/users/{user-id}` (ledger-api 2.11). */
export const UpdateUserRequest = wireObject(
  "UpdateUserRequest",
  { user: optional(User), updateMask: optional(FieldMask) },
  ["user", "updateMask"],
);

/** Answer of `PATCH /v2/users/{user-id}` (ledger-api 2.11). */
export const UpdateUserResponse = wireObject("UpdateUserResponse", { user: required(User) });

/** `PATCH /v2/users/{user-id}` (ledger-api 9.2). */
export const usersUpdate = endpoint({
  method: "PATCH",
  path: "/v2/users/{user-id}",
  summary: "Change a user",
  description:
    "The mask names what changes: primary_party, is_deactivated, primary_party_authentication, metadata.annotations. " +
    "Annotations are merged; an empty value removes its key. A resourceVersion that is not empty must be the current one.",
  parameters: UserPath,
  body: UpdateUserRequest,
  response: UpdateUserResponse,
  validate: ({ parameters, body }) =>
    chain((pathId: string) =>
      patchOf({
        pathId,
        idField: "user.id",
        value: body.user,
        idOf: ({ id }) => id,
        shownBody: (user) => `user in body: ${user === undefined ? "None" : `Some(${user.id})`} `,
        updateMask: body.updateMask,
      }),
    )(validUserId(parameters["user-id"])),
  rights: ({ body }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: body.user?.identityProviderId ?? "" },
  ],
  errors: [
    "CONCURRENT_USER_UPDATE_DETECTED",
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "INVALID_TOKEN",
    "INVALID_USER_UPDATE_REQUEST",
    "MAX_USER_ANNOTATIONS_SIZE_EXCEEDED",
    "MISSING_FIELD",
    "USER_NOT_FOUND",
  ],
  handle: async ({ valid: { value: user, updateMask }, caller }, { ledger }) => {
    const { resourceVersion, annotations } = user.metadata ?? noMetadata;
    const updated = orThrow(
      await ledger.updateUser(
        {
          userId: user.id,
          updateMask,
          primaryParty: user.primaryParty,
          isDeactivated: user.isDeactivated,
          primaryPartyAuthentication: user.primaryPartyAuthentication,
          annotations,
          resourceVersion,
          identityProviderId: providerOf(user.identityProviderId, caller),
        },
        requestedBy(caller),
      ),
    );
    return { user: userToWire(updated) };
  },
});
