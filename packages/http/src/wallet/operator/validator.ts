import { featuredRightFor } from "@tallystick/wallet";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { partyId } from "../rows/request-values.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** Answer of `GET /v0/validator-user` (wallet 4.1). */
export const ValidatorUserWire = wireObject("GetValidatorUserInfoResponse", {
  party_id: required(wireString),
  user_name: required(wireString),
  featured: required(wireBoolean),
});

/** `GET /v0/validator-user` (wallet 4.1). */
export const validatorUser = walletRow({
  method: "GET",
  path: "/v0/validator-user",
  summary: "The operator of this validator",
  access: "open",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ValidatorUserWire },
  handle: ({ wallet: { settings, config, views } }) => {
    const { operator } = settings;
    return right({
      party_id: operator,
      user_name: config.validatorWalletUsers[0] ?? "",
      featured: featuredRightFor(views, settings.dso, operator) !== undefined,
    });
  },
});

/** Answer of `POST /v0/register` and of onboarding by the operator (wallet 4.1, 4.2). */
export const PartyIdAnswer = wireObject("PartyIdAnswer", { party_id: required(wireString) });

/** `POST /v0/register` (specification 1, wallet 14.1): repeatable. */
export const register = walletRow({
  method: "POST",
  path: "/v0/register",
  summary: "Give the caller a wallet: of its primary party, or of the party that is called like it",
  access: "subject",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: PartyIdAnswer },
  statuses: { 403: "The caller may not act as its primary party" },
  handle: async ({ wallet, userId }) => {
    if (userId === "") return refused(400, "The token names no user.");
    const party = await wallet.users.onboard(userId);
    return isLeft(party) ? party : right({ party_id: party.right });
  },
});

/** Answer of `GET /v0/admin/users` (wallet 4.2). */
export const UsersWire = wireObject("ListUsersResponse", {
  usernames: required(wireArray(wireString)),
});

/** `GET /v0/admin/users` (specification 4.7, wallet 4.2). */
export const adminListUsers = walletRow({
  method: "GET",
  path: "/v0/admin/users",
  summary: "The users with a wallet",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: UsersWire },
  handle: ({ wallet }) => right({ usernames: wallet.users.names() }),
});

/** Request body of `POST /v0/admin/users` (wallet 4.2). */
export const OnboardUserRequest = wireObject("OnboardUserRequest", {
  name: required(wireString),
  party_id: optional(wireString),
  createPartyIfMissing: optional(wireBoolean),
});

/** `POST /v0/admin/users` (specification 4.7, wallet 4.2). */
export const adminOnboardUser = walletRow({
  method: "POST",
  path: "/v0/admin/users",
  summary: "Give a user a wallet",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: OnboardUserRequest,
  response: { kind: "json", codec: PartyIdAnswer },
  statuses: { 400: "The name is bad, or the party is missing" },
  handle: async ({ wallet, ledger, body }) => {
    const { name, party_id: given, createPartyIfMissing } = body;
    if (!/^[a-z0-9A-Z@^$.!`\-#+'~_|:()]{1,128}$/.test(name))
      return refused(400, `Invalid name: expected a user id, found "${name.slice(0, 60)}"`);
    const primary = ledger.user(name)?.primaryParty ?? "";
    // what the operator says of a primary party holds, whatever was taken from its user
    let party = given ?? (primary === "" ? undefined : primary);
    if (party === undefined && createPartyIfMissing === false)
      return refused(400, "The user has no primary party, and none is to be created.");
    if (given !== undefined && ledger.party(given) === undefined) {
      if (createPartyIfMissing !== true) {
        const valid = partyId(given, "party_id");
        return isLeft(valid)
          ? valid
          : refused(400, `The party ${given.slice(0, 255)} is not hosted here.`);
      }
      const hint = given.split("::")[0] ?? "";
      const made = await ledger.allocateParty({ partyIdHint: hint });
      if (isLeft(made)) return made;
      party = made.right.party;
    }
    const onboarded = await wallet.users.onboard(name, party);
    return isLeft(onboarded) ? onboarded : right({ party_id: onboarded.right });
  },
});

/** Query of `POST /v0/admin/users/offboard` (wallet 4.2). */
export const OffboardQuery = wireObject("OffboardQuery", { username: required(wireString) });

/** `POST /v0/admin/users/offboard` (wallet 4.2, 14.2). */
export const adminOffboardUser = walletRow({
  method: "POST",
  path: "/v0/admin/users/offboard",
  summary: "End a user's wallet; party and holdings stay",
  access: "admin",
  parameters: nothing,
  query: OffboardQuery,
  body: nothing,
  response: { kind: "empty" },
  description: "Can be repeated; a user without a wallet is no error.",
  statuses: { 400: "A user of the operator's, the super validator's, or the wallet's own" },
  handle: async ({ wallet, query }) => {
    const done = await wallet.users.offboard(query.username);
    return isLeft(done) ? done : right(undefined);
  },
});

/** The rows of the validator and its users (specification 4.7, wallet 4.1 and 4.2). */
export const validatorRows: ReadonlyArray<Endpoint> = [
  validatorUser,
  register,
  adminListUsers,
  adminOnboardUser,
  adminOffboardUser,
];
