import { orThrow } from "@tallystick/node";
import { featuredRightFor } from "@tallystick/wallet";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { ignoredBody, partyId, where } from "../rows/value-codecs.js";
import { refused, walletRow, type WalletServices } from "../rows/wallet-row.js";

/** `GET /v0/validator-user` (wallet 4.1). */
const validatorUser = walletRow({
  method: "GET",
  path: "/v0/validator-user",
  summary: "The operator of this validator",
  access: "open",
  response: wireObject("GetValidatorUserInfoResponse", {
    party_id: required(wireString),
    user_name: required(wireString),
    featured: required(wireBoolean),
  }),
  handle: (_request, { wallet: { settings, config, views } }) => {
    const { operator } = settings;
    return {
      party_id: operator,
      user_name: config.administrators[0] ?? "",
      featured: featuredRightFor(views, settings.dso, operator) !== undefined,
    };
  },
});

/** Answer of `POST /v0/register` and of onboarding by the operator (wallet 4.1, 4.2). */
const PartyIdAnswer = wireObject("PartyIdAnswer", { party_id: required(wireString) });

/** `POST /v0/register` (specification 1, wallet 14.1): idempotent. */
const register = walletRow({
  method: "POST",
  path: "/v0/register",
  summary: "Give the caller a wallet: of its primary party, or of the party that is called like it",
  access: "subject",
  body: ignoredBody,
  response: PartyIdAnswer,
  errorStatuses: { 403: "The caller may not act as its primary party" },
  handle: async (_request, { wallet, userId }) => {
    if (userId === "") throw refused(400, "The token names no user.");
    return { party_id: orThrow(await wallet.users.onboard(userId)) };
  },
});

/** `GET /v0/admin/users` (specification 4.7, wallet 4.2). */
const adminListUsers = walletRow({
  method: "GET",
  path: "/v0/admin/users",
  summary: "The users with a wallet",
  access: "admin",
  response: wireObject("ListUsersResponse", { usernames: required(wireArray(wireString)) }),
  handle: (_request, { wallet }) => ({ usernames: wallet.users.names() }),
});

/** The party for a user's wallet; undefined: the wallet finds or allocates one. */
const partyFor = async (
  { ledger, wallet }: WalletServices,
  name: string,
  given: string | undefined,
  createPartyIfMissing: boolean | undefined,
): Promise<string | undefined> => {
  if (given === undefined) {
    // the operator's request overrides rights revoked from the user
    const primary = ledger.user(name)?.primaryParty ?? "";
    if (primary === "" && createPartyIfMissing === false)
      throw refused(400, "The user has no primary party, and none is to be created.");
    return primary === "" ? undefined : primary;
  }
  // the node acts for no party that signs outside of it, and no user is the network's own party
  const known = ledger.party(given);
  const isHosted = known !== undefined && known.external === undefined;
  if (isHosted && given !== wallet.settings.dso) return given;
  if (createPartyIfMissing !== true)
    throw refused(404, `The party ${given.slice(0, 255)} is not hosted here.`);
  const hint = given.split("::")[0] ?? "";
  return orThrow(await ledger.allocateParty({ partyIdHint: hint })).party;
};

const userName = where(
  "user name",
  wireString,
  (text) => /^[a-z0-9A-Z@^$.!`\-#+'~_|:()]{1,128}$/.test(text),
  "a user id",
);

/** `POST /v0/admin/users` (specification 4.7, wallet 4.2). */
const adminOnboardUser = walletRow({
  method: "POST",
  path: "/v0/admin/users",
  summary: "Give a user a wallet",
  access: "admin",
  body: wireObject("OnboardUserRequest", {
    name: required(userName),
    party_id: optional(partyId),
    createPartyIfMissing: optional(wireBoolean),
  }),
  response: PartyIdAnswer,
  errorStatuses: { 400: "The name is bad", 404: "The party is not hosted here" },
  handle: async ({ body: { name, party_id, createPartyIfMissing } }, services) => {
    const party = await partyFor(services, name, party_id, createPartyIfMissing);
    return { party_id: orThrow(await services.wallet.users.onboard(name, party)) };
  },
});

/** `POST /v0/admin/users/offboard` (wallet 4.2, 14.2). */
const adminOffboardUser = walletRow({
  method: "POST",
  path: "/v0/admin/users/offboard",
  summary: "End a user's wallet; party and holdings stay",
  access: "admin",
  query: wireObject("OffboardQuery", { username: required(wireString) }),
  description: "Can be repeated; a user without a wallet is no error.",
  errorStatuses: { 400: "A user of the operator's, the super validator's, or the wallet's own" },
  handle: async ({ query }, { wallet }) => {
    orThrow(await wallet.users.offboard(query.username));
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
