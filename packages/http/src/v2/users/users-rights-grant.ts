import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { RightAnswersWire, always, rightToWire, wireObject } from "@tallystick/wire";
import { changeOfRights, changeOfRightsRequired, validChangeOfRights } from "./change-of-rights.js";
import { UserPath } from "./user-path.js";

/** Request body of `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const GrantUserRightsRequest = changeOfRights("GrantUserRightsRequest");

/** Answer of `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const GrantUserRightsResponse = wireObject("GrantUserRightsResponse", {
  newlyGrantedRights: always(RightAnswersWire),
});

/** `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const usersRightsGrant = endpoint({
  method: "POST",
  path: "/v2/users/{user-id}/rights",
  summary: "Grant rights to a user",
  description:
    "newlyGrantedRights holds only the rights the user did not have before. An object kind with several keys counts as " +
    "several rights.",
  parameters: UserPath,
  query: nothing,
  body: GrantUserRightsRequest,
  response: { kind: "json", codec: GrantUserRightsResponse },
  access: "token",
  validate: ({ parameters, body, caller }) =>
    validChangeOfRights(parameters["user-id"], body, caller),
  rights: ({ body }) => changeOfRightsRequired(body),
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_TOKEN",
    "TOO_MANY_USER_RIGHTS",
    "UNKNOWN_RESOURCE",
    "USER_NOT_FOUND",
  ],
  handle: async ({ valid: { userId, rights, context } }, { ledger }) => {
    const granted = await ledger.grantUserRights(userId, rights, context);
    return isLeft(granted) ? granted : ok({ newlyGrantedRights: granted.right.map(rightToWire) });
  },
});
