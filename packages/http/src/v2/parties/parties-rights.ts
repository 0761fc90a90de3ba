import { isUserIdString, type PartyId, type User } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { map } from "fp-ts/lib/Either.js";
import { providerOf } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  cutPage,
  maxUsersPageSize,
  type Page,
  pageOf,
  type PageRules,
} from "../../endpoints/page.js";
import {
  always,
  optional,
  pageFields,
  required,
  RightAnswersWire,
  rightToWire,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { PartyPath } from "./party-path.js";

const RightsQuery = wireObject("PartyRightsQuery", {
  ...pageFields,
  "identity-provider-id": optional(wireString),
});

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
  query: RightsQuery,
  response: PartyRightsResponse,
  isLongRead: true,
  validate: ({ parameters: { party }, query, caller }, { ledger }) => {
    const identityProviderId = providerOf(query["identity-provider-id"] ?? "", caller);
    const rules: PageRules = {
      maxSize: maxUsersPageSize,
      beyond: "clip",
      boundTo: ["party-rights", ledger.participantId, identityProviderId, party],
      isId: isUserIdString,
    };
    return map((page: Page) => ({ identityProviderId, rules, page }))(pageOf(query, rules));
  },
  rights: ({ query }) => [
    { kind: "admin" },
    { kind: "provider", identityProviderId: query["identity-provider-id"] ?? "" },
  ],
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
