import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { RightAnswersWire, always, rightToWire, wireObject } from "@tallystick/wire";
import { changeOfRights, changeOfRightsRequired, validChangeOfRights } from "./change-of-rights.js";
import { UserPath } from "./user-path.js";

/** Request body of `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const RevokeUserRightsRequest = changeOfRights("RevokeUserRightsRequest");

/** Answer of `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const RevokeUserRightsResponse = wireObject("RevokeUserRightsResponse", {
  newlyRevokedRights: always(RightAnswersWire),
});

/** `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const usersRightsRevoke = endpoint({
  method: "PATCH",
  path: "/v2/users/{user-id}/rights",
  summary: "Revoke rights of a user",
  description:
    "newlyRevokedRights holds only the rights the user had before. An object kind with several keys counts as " +
    "several rights.",
  parameters: UserPath,
  body: RevokeUserRightsRequest,
  response: RevokeUserRightsResponse,
  validate: ({ parameters, body, caller }) =>
    validChangeOfRights(parameters["user-id"], body, caller),
  rights: ({ body }) => changeOfRightsRequired(body),
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: async ({ valid: { userId, rights, context } }, { ledger }) => {
    const revoked = orThrow(await ledger.revokeUserRights(userId, rights, context));
    return { newlyRevokedRights: revoked.map(rightToWire) };
  },
});
