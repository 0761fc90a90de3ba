import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { User, required, userToWire, wireObject } from "@tallystick/wire";
import { requestedUser, requestedUserRights } from "./requested-user.js";
import { ProviderQuery, UserPath, validUserId } from "./user-path.js";

/** Answer of `GET /v2/users/{user-id}` and `GET /v2/authenticated-user` (ledger-api 2.11). */
export const GetUserResponse = wireObject("GetUserResponse", { user: required(User) });

/** `GET /v2/users/{user-id}` (ledger-api 9.2). */
export const usersGet = endpoint({
  method: "GET",
  path: "/v2/users/{user-id}",
  summary: "Read one user",
  parameters: UserPath,
  query: ProviderQuery,
  response: GetUserResponse,
  validate: ({ parameters }) => validUserId(parameters["user-id"]),
  rights: requestedUserRights,
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: (input, { ledger }) => {
    const user = orThrow(requestedUser(input, ledger));
    return { user: userToWire(user) };
  },
});
