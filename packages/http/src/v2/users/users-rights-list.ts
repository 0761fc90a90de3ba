import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { RightAnswersWire, always, rightToWire, wireObject } from "@tallystick/wire";
import { requestedUser, requestedUserRights } from "./requested-user.js";
import { UserPath, validUserId } from "./user-path.js";

/** Answer of `GET /v2/users/{user-id}/rights` (specification 2.3). */
export const ListUserRightsResponse = wireObject("ListUserRightsResponse", {
  rights: always(RightAnswersWire),
});

/** `GET /v2/users/{user-id}/rights` (specification 4.3). */
export const usersRightsList = endpoint({
  method: "GET",
  path: "/v2/users/{user-id}/rights",
  summary: "List the rights of a user",
  description:
    "Only users of the caller's identity provider, for participant admins the default one.",
  parameters: UserPath,
  response: ListUserRightsResponse,
  validate: ({ parameters }) => validUserId(parameters["user-id"]),
  rights: ({ parameters }) => requestedUserRights({ parameters }),
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: ({ parameters, caller }, { ledger }) => {
    const user = orThrow(requestedUser({ parameters, caller }, ledger, "list user rights"));
    return { rights: user.rights.map(rightToWire) };
  },
});
