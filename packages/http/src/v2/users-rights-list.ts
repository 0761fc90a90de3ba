import { wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { RightAnswersWire, rightToWire } from "../wire/right-wire.js";
import { UserPath, userPathProblem } from "./user-path.js";

/** `GET /v2/users/{user-id}/rights` (specification 4.3). */
export const usersRightsList = endpoint({
  method: "GET",
  path: "/v2/users/{user-id}/rights",
  summary: "List the rights of a user",
  parameters: UserPath,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wire.wireObject("ListUserRightsResponse", { rights: wire.required(RightAnswersWire) }),
  },
  access: "token",
  rights: ({ parameters }) => [{ kind: "self-or-admin", userId: parameters["user-id"] }],
  errors: ["INVALID_ARGUMENT", "USER_NOT_FOUND"],
  invalid: ({ parameters }) => userPathProblem(parameters["user-id"]),
  handle: ({ parameters }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = userPathProblem(userId);
    if (problem !== undefined) return left(problem);
    const rights = ledger.userRights(userId);
    return rights._tag === "Left" ? rights : ok({ rights: rights.right.map(rightToWire) });
  },
});
