import type { PartyId, User } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { cutPage, maxUsersPageSize, type Page } from "../../endpoints/page.js";
import {
  always,
  required,
  RightAnswersWire,
  rightToWire,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { mayListUsers, userPageIn, UsersQuery } from "../users/user-pages.js";
import { PartyPath } from "./party-path.js";

const UserRights = wireObject("UserRights", {
  userId: required(wireString),
  rights: always(RightAnswersWire),
});

/** Answer of `GET /v2/parties/{party}/rights`. */
const PartyRightsResponse = wireObject("PartyRightsResponse", {
  users: always(wireArray(UserRights)),
  nextPageToken: always(wireString),
});

const rightsFor = ({ rights }: User, party: PartyId): User["rights"] =>
  rights.filter((right) => "party" in right && right.party === party);

/** Users that have a right for a party, up to a limit. */
const usersWithRights = (
  ledger: Ledger,
  party: PartyId,
  { after, limit, identityProviderId }: Page & { readonly identityProviderId: string },
): ReadonlyArray<User> => {
  const found: Array<User> = [];
  for (let last: string | undefined = after; last !== undefined && found.length < limit; ) {
    const users: ReadonlyArray<User> = ledger.users({
      after: last,
      limit: maxUsersPageSize,
      identityProviderId,
    });
    found.push(...users.filter((user) => rightsFor(user, party).length > 0));
    last = users.length < maxUsersPageSize ? undefined : users.at(-1)?.userId;
  }
  return found.slice(0, limit);
};

/** `GET /v2/parties/{party}/rights`: ours. */
export const partiesRights = endpoint({
  method: "GET",
  path: "/v2/parties/{party}/rights",
  summary: "Page through the users that have rights for a party",
  description:
    "Each with the rights that name the party; those for any party are left out. Lists users of one identity provider, " +
    `as GET /v2/users does. A page holds at most ${maxUsersPageSize} users.`,
  parameters: PartyPath,
  query: UsersQuery,
  response: PartyRightsResponse,
  isLongRead: true,
  validate: ({ parameters: { party }, query, caller }, { ledger }) =>
    userPageIn(query, caller, ledger, ["party-rights", party]),
  rights: mayListUsers,
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN"],
  handle: ({ parameters: { party }, valid: { identityProviderId, rules, page } }, { ledger }) => {
    const { after, limit } = page;
    const users = usersWithRights(ledger, party, { after, limit: limit + 1, identityProviderId });
    const { items, nextPageToken } = cutPage(users, page, rules, ({ userId }) => userId);
    return {
      users: items.map((user) => ({
        userId: user.userId,
        rights: rightsFor(user, party).map(rightToWire),
      })),
      nextPageToken,
    };
  },
});
