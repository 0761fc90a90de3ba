import { endpoint } from "../../endpoints/endpoint.js";
import { cutPage, maxUsersPageSize } from "../../endpoints/page.js";
import { User, always, userToWire, wireArray, wireObject, wireString } from "@tallystick/wire";
import { mayListUsers, userPageIn, UsersQuery } from "./user-pages.js";

/** Answer of `GET /v2/users` (ledger-api 2.11). */
export const ListUsersResponse = wireObject("ListUsersResponse", {
  users: always(wireArray(User)),
  nextPageToken: always(wireString),
});

/** `GET /v2/users` (ledger-api 9.2). */
export const usersList = endpoint({
  method: "GET",
  path: "/v2/users",
  summary: "Page through the users",
  description:
    "Lists the users of one identity provider: the caller's own, for participant admins the default one, unless " +
    `identity-provider-id names another. A page holds at most ${maxUsersPageSize} users.`,
  query: UsersQuery,
  response: ListUsersResponse,
  isLongRead: true,
  validate: ({ query, caller }, { ledger }) => userPageIn(query, caller, ledger, ["users"]),
  rights: mayListUsers,
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: ({ valid: { identityProviderId, rules, page } }, { ledger }) => {
    const { after, limit } = page;
    const users = ledger.users({ after, limit: limit + 1, identityProviderId });
    const { items, nextPageToken } = cutPage(users, page, rules, ({ userId }) => userId);
    return { users: items.map(userToWire), nextPageToken };
  },
});
