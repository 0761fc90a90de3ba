import { missingField } from "@tallystick/core";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
import {
  RightsWire,
  User,
  defaulted,
  optional,
  required,
  rightsFromWire,
  rightsNamed,
  userToWire,
  versionBeforeCreation,
  wireObject,
} from "@tallystick/wire";
import { rightsAdmin } from "./change-of-rights.js";

/** Request body of `POST /v2/users` (ledger-api 2.11). */
export const CreateUserRequest = wireObject(
  "CreateUserRequest",
  { user: optional(User), rights: defaulted(RightsWire, []) },
  ["user"],
);

/** Answer of `POST /v2/users` (ledger-api 2.11). */
export const CreateUserResponse = wireObject("CreateUserResponse", { user: required(User) });

/** `POST /v2/users` (ledger-api 9.2). */
export const usersCreate = endpoint({
  method: "POST",
  path: "/v2/users",
  summary: "Create a user with its first rights",
  description: "An object kind with several keys counts as several rights.",
  parameters: nothing,
  query: nothing,
  body: CreateUserRequest,
  response: { kind: "json", codec: CreateUserResponse },
  access: "token",
  rights: ({ body }): ReadonlyArray<RequiredRight> => [
    rightsAdmin(rightsNamed(body.rights)),
    { kind: "provider", identityProviderId: body.user?.identityProviderId ?? "" },
  ],
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "INVALID_TOKEN",
    "MISSING_FIELD",
    "TOO_MANY_USER_RIGHTS",
    "UNKNOWN_RESOURCE",
    "USER_ALREADY_EXISTS",
  ],
  handle: async ({ body, caller }, { ledger }) => {
    const { user } = body;
    if (user === undefined) return left(missingField("user", "an object"));
    const problem = versionBeforeCreation(user.metadata, "user.metadata");
    if (problem !== undefined) return left(problem);
    const rights = rightsFromWire(body.rights);
    if (isLeft(rights)) return rights;
    const created = await ledger.createUser(
      {
        userId: user.id,
        primaryParty: user.primaryParty,
        isDeactivated: user.isDeactivated,
        annotations: user.metadata?.annotations ?? {},
        identityProviderId: providerOf(user.identityProviderId, caller),
        primaryPartyAuthentication: user.primaryPartyAuthentication,
        rights: rights.right,
      },
      requestedBy(caller),
    );
    return isLeft(created) ? created : ok({ user: userToWire(created.right) });
  },
});
