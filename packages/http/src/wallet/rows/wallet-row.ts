import { ledgerError, type PartyId, type UserId } from "@tallystick/core";
import {
  type Ledger,
  LedgerFailure,
  orThrow,
  type Wallet,
  type WalletEarlier,
} from "@tallystick/node";
import { signedCommandName } from "@tallystick/views/wallet";
import { installOf } from "@tallystick/wallet";
import { jsonAnswer } from "../../answers/answer.js";
import { ThrownAnswer } from "../../answers/thrown-answer.js";
import type { Caller } from "../../auth/authenticator.js";
import { endpointOf, type RowUse } from "../../endpoints/endpoint.js";
import type { HttpConfig } from "../../endpoints/http-config.js";
import type { DappState } from "../../sessions/dapp-state.js";
import type { RawInput } from "../../endpoints/request.js";
import type { Services } from "../../endpoints/services.js";
import { writeJsonText } from "../../json/json-text.js";
import type { TokenRegistry } from "../../endpoints/token-registry.js";
import { messageAnswer, walletFamily } from "./wallet-family.js";
import { cannotBeTried, triedNothing, walletToTry } from "./wallet-to-try.js";
import { signsOutside, walletToSign } from "./wallet-to-sign.js";

/** An error answer to throw: a status and a text. */
export const refused = (status: number, message: string): ThrownAnswer =>
  new ThrownAnswer(messageAnswer(status, message));

/** The same with another body. */
export const refusedWith = (status: number, body: unknown): ThrownAnswer =>
  new ThrownAnswer({ ...jsonAnswer(writeJsonText(body)), status });

/** Access to a row: anyone, anyone with a token, users with a wallet, the validator's operator. */
export type WalletAccess = "open" | "subject" | "user" | "admin";

/** The services of the wallet's handlers. */
export interface WalletServices {
  readonly wallet: Wallet;
  readonly ledger: Ledger;
  readonly httpConfig: HttpConfig;
  /** The calling ledger user; the operator's while authorization is off. */
  readonly userId: UserId;
  /** The party of the wallet in the request; "" when the row is not a user's. */
  readonly party: PartyId;
  /** Whether the party signs outside of the node: it has coins and no wallet that acts for it. */
  readonly isExternal: boolean;
  /** The outcome of what such a party has executed, of the command that the request names. */
  readonly executed: WalletEarlier | undefined;
  /** Whether the request is tried only: whatever has other effects than a command is rejected. */
  readonly isTried: boolean;
  /** The web pages that users have connected. */
  readonly dapp: DappState;
  /** The registries of tokens that the node serves. */
  readonly registries: ReadonlyArray<TokenRegistry>;
}

/** The calling user: the token's, or the operator's while authorization is off. */
const userOf = ({ userId, rights }: Caller, wallet: Wallet): string =>
  userId === "" && rights.everything ? (wallet.config.validatorWalletUsers[0] ?? "") : userId;

const mayNotAct = "The user may not act as the party that the request names.";

interface RequestParty {
  readonly party: PartyId;
  readonly isExternal: boolean;
}

/**
 * The party of a request: the user's, or the one named by `?party=`, for which the user must be
 * able to act; of a party that signs outside of the node it must be able to read.
 */
const partyOf = (
  { caller, query }: RawInput,
  userId: UserId,
  wallet: Wallet,
  ledger: Ledger,
): RequestParty => {
  const { rights } = caller;
  const { party: named } = query;
  if (named === undefined) {
    const own = wallet.users.partyOf(userId);
    if (own === undefined || !rights.canActAs(own))
      throw refused(404, `No wallet found for user ${userId.slice(0, 255)}.`);
    return { party: own, isExternal: false };
  }
  if (typeof named !== "string") throw refused(400, "Invalid query parameter party: given twice");
  const isExternal = ledger.party(named)?.external !== undefined;
  if (isExternal ? !rights.canReadAs(named) : !rights.canActAs(named))
    throw refused(403, mayNotAct);
  if (!isExternal && installOf(wallet.views, named) === undefined)
    throw refused(404, `The party ${named.slice(0, 255)} has no wallet.`);
  return { party: named, isExternal };
};

/** Whether a request has a switch on. */
const hasOn = ({ query }: RawInput, name: "prepare" | "dry_run"): boolean => {
  const given = query[name];
  if (given === undefined || given === "false") return false;
  if (given === "true") return true;
  throw refused(400, `Invalid query parameter ${name}: expected true or false`);
};

/** What all rows of a request have. */
type OwnServices = Omit<WalletServices, "party" | "isExternal" | "executed">;

const internal = { isExternal: false, executed: undefined };

/** The outcome of the command that a request names as executed, if the party has signed it. */
const executedBy = async (
  wallet: Wallet,
  party: PartyId,
  { query: { executed } }: RawInput,
): Promise<WalletEarlier | undefined> => {
  if (executed === undefined) return undefined;
  if (typeof executed !== "string")
    throw refused(400, "Invalid query parameter executed: given twice");
  return orThrow(await wallet.outcome(signedCommandName(party, executed)));
};

/** The services of a user's row; of an external party's, with a wallet that submits nothing. */
const servicesOfUser = async (
  own: OwnServices,
  raw: RawInput,
  { submits, external }: RowUse,
): Promise<WalletServices> => {
  const { wallet, ledger, userId } = own;
  const { party, isExternal } = partyOf(raw, userId, wallet, ledger);
  const prepares = submits && hasOn(raw, "prepare");
  if (!isExternal) return { ...own, party, ...internal };
  if (!submits) return { ...own, party, isExternal, executed: undefined };
  if (!raw.caller.rights.canExecuteAs(party)) throw refused(403, mayNotAct);
  if (typeof external === "object") throw refused(400, external.refused);
  if (own.isTried) return { ...own, party, isExternal, executed: undefined };
  if (!prepares) throw refused(400, signsOutside);
  const executed = await executedBy(wallet, party, raw);
  const signing = walletToSign({ wallet, ledger, userId, party, executed });
  return { ...own, wallet: signing, party, isExternal, executed };
};

/**
 * The operator's users: their primary party is the operator's, they may act as it and are
 * participant admins (wallet 0.5).
 */
const isOperator = ({ rights }: Caller, userId: UserId, wallet: Wallet, ledger: Ledger): boolean =>
  rights.everything ||
  (rights.participantAdmin &&
    rights.canActAs(wallet.settings.operator) &&
    ledger.user(userId)?.primaryParty === wallet.settings.operator);

const servicesFor = async (
  access: WalletAccess,
  raw: RawInput,
  { wallet, ledger, registries = [], dapp, config }: Services,
  use: RowUse,
): Promise<WalletServices> => {
  if (wallet === undefined) {
    const cause = "This node runs without a wallet.";
    throw new LedgerFailure(ledgerError("ENDPOINT_NOT_FOUND", cause, { definiteAnswer: true }));
  }
  const waitsFor = wallet.waitsFor();
  if (waitsFor !== undefined) throw refused(503, waitsFor);
  const userId = userOf(raw.caller, wallet);
  // a request sees all changes that were answered before it
  await wallet.upToDate();
  const isTried = hasOn(raw, "dry_run");
  if (isTried && !(use.submits && access === "user")) throw cannotBeTried();
  const own = {
    wallet: isTried ? walletToTry(wallet, ledger) : wallet,
    ledger,
    userId,
    registries,
    dapp,
    httpConfig: config,
    isTried,
  };
  switch (access) {
    case "open":
    case "subject":
      return { ...own, party: "", ...internal };
    case "user":
      return servicesOfUser(own, raw, use);
    case "admin":
      if (!isOperator(raw.caller, userId, wallet, ledger))
        throw refused(403, "Only the validator's operator may do this.");
      return { ...own, party: wallet.settings.operator, ...internal };
  }
};

/** The possible errors of rows with such access and input (wallet 0.4). */
const errorStatuses = (
  access: WalletAccess,
  takesInput: boolean,
): Readonly<Record<number, string>> => ({
  ...(takesInput ? { 400: "A value of the request is bad" } : {}),
  ...(access === "open" ? {} : { 401: "There is no valid token" }),
  ...(access === "admin" ? { 403: "The caller is not the validator's operator" } : {}),
  ...(access === "user"
    ? {
        403: "The user may not act as the party of the request",
        404: "The caller has no wallet",
        429: "Too much waits for this wallet; try again",
      }
    : {}),
  413: "The request or its answer is too large",
  500: "An unexpected error",
  503: "The node cannot answer now; try again",
});

/** Seals a row of the wallet. Rows other than `GET` count as submissions of the user by default. */
export const walletRow = endpointOf<WalletAccess, Services, WalletServices>(walletFamily, {
  access: "user",
  submits: (method, access) => method !== "GET" && access !== "open",
  errorStatuses,
  enter: servicesFor,
  leave: ({ isTried }) => {
    if (isTried) throw triedNothing();
  },
});
