import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
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
  body: GrantUserRightsRequest,
  response: GrantUserRightsResponse,
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
    const granted = orThrow(await ledger.grantUserRights(userId, rights, context));
    return { newlyGrantedRights: granted.map(rightToWire) };
  },
});
