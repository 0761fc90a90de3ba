import { userNotFound, wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { foreignUser, providerOfUser } from "../auth/provider.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { User, userToWire } from "../wire/user-wire.js";
import { ProviderQuery, UserPath, userPathProblem } from "./user-path.js";

/** Answer of `GET /v2/users/{user-id}` and `GET /v2/authenticated-user` (ledger-api 2.11). */
export const GetUserResponse = wire.wireObject("GetUserResponse", { user: wire.required(User) });

/** `GET /v2/users/{user-id}` (ledger-api 9.2). */
export const usersGet = endpoint({
  method: "GET",
  path: "/v2/users/{user-id}",
  summary: "Read one user",
  parameters: UserPath,
  query: ProviderQuery,
  body: nothing,
  response: { kind: "json", codec: GetUserResponse },
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
    return foreign === undefined ? ok({ user: userToWire(user) }) : left(foreign);
  },
});
