import { map } from "fp-ts/lib/Either.js";
import { isUserIdString } from "@tallystick/core";
import { endpoint } from "../../endpoints/endpoint.js";
import { providerOf } from "../../auth/provider.js";
import {
  type Page,
  type PageRules,
  cutPage,
  maxUsersPageSize,
  pageOf,
} from "../../endpoints/page.js";
import {
  User,
  always,
  optional,
  pageFields,
  userToWire,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";

const UsersQuery = wireObject("UsersQuery", {
  ...pageFields,
  "identity-provider-id": optional(wireString),
});

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
  validate: ({ query, caller }, { ledger }) => {
    const identityProviderId = providerOf(query["identity-provider-id"] ?? "", caller);
    const rules: PageRules = {
      maxSize: maxUsersPageSize,
      beyond: "clip",
      boundTo: ["users", ledger.participantId, identityProviderId],
      isId: isUserIdString,
    };
    return map((page: Page) => ({ identityProviderId, rules, page }))(pageOf(query, rules));
  },
  rights: ({ query }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: ({ valid: { identityProviderId, rules, page } }, { ledger }) => {
    const { after, limit } = page;
    const users = ledger.users({ after, limit: limit + 1, identityProviderId });
    const { items, nextPageToken } = cutPage(users, page, rules, ({ userId }) => userId);
    return { users: items.map(userToWire), nextPageToken };
  },
});
