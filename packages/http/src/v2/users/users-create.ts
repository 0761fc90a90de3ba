import { orThrow } from "@tallystick/node";
import { type UserRight, missingField } from "@tallystick/core";
import type { TypeOf } from "io-ts";
import { left, map } from "fp-ts/lib/Either.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf, requestedBy } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
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

/** The user to create and its rights. Left: the first violated rule (ledger-api 3.4). */
const validUser = ({ user, rights }: TypeOf<typeof CreateUserRequest>) => {
  if (user === undefined) return left(missingField("user", "an object"));
  const versioned = versionBeforeCreation(user.metadata, "user.metadata");
  if (versioned !== undefined) return left(versioned);
  return map((each: ReadonlyArray<UserRight>) => ({ user, rights: each }))(rightsFromWire(rights));
};

/** `POST /v2/users` (ledger-api 9.2). */
export const usersCreate = endpoint({
  method: "POST",
  path: "/v2/users",
  summary: "Create a user with its first rights",
  description: "An object kind with several keys counts as several rights.",
  body: CreateUserRequest,
  response: CreateUserResponse,
  validate: ({ body }) => validUser(body),
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
  handle: async ({ valid: { user, rights }, caller }, { ledger }) => {
    const created = orThrow(
      await ledger.createUser(
        {
          userId: user.id,
          primaryParty: user.primaryParty,
          isDeactivated: user.isDeactivated,
          annotations: user.metadata?.annotations ?? {},
          identityProviderId: providerOf(user.identityProviderId, caller),
          primaryPartyAuthentication: user.primaryPartyAuthentication,
          rights,
        },
        requestedBy(caller),
      ),
    );
    return { user: userToWire(created) };
  },
});
