import { userNotFound, wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { foreignUser, providerOfUser } from "../auth/provider.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { RightAnswersWire, rightToWire } from "../wire/right-wire.js";
import { ProviderQuery, UserPath, userPathProblem } from "./user-path.js";

/** Answer of `GET /v2/users/{user-id}/rights` (specification 2.3). */
export const ListUserRightsResponse = wire.wireObject("ListUserRightsResponse", {
  rights: wire.required(RightAnswersWire),
});

/** `GET /v2/users/{user-id}/rights` (specification 4.3). */
export const usersRightsList = endpoint({
  method: "GET",
  path: "/v2/users/{user-id}/rights",
  summary: "List the rights of a user",
  description:
    "A user of another identity provider than the caller's own, for participant admins the default one, is found by " +
    "naming it in identity-provider-id.",
  parameters: UserPath,
  query: ProviderQuery,
  body: nothing,
  response: { kind: "json", codec: ListUserRightsResponse },
  access: "token",
  rights: ({ parameters, query }) => [
    { kind: "self-or-admin", userId: parameters["user-id"] },
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  invalid: ({ parameters }) => userPathProblem(parameters["user-id"]),
  handle: ({ parameters, query, caller }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = userPathProblem(userId);
    if (problem !== undefined) return left(problem);
    const user = ledger.user(userId);
    if (user === undefined) return left(userNotFound(userId));
    const provider = providerOfUser(query["identity-provider-id"] ?? "", caller, userId);
    const foreign = foreignUser(user, provider);
    if (foreign !== undefined) return left(foreign);
    return ok({ rights: user.rights.map(rightToWire) });
  },
});
