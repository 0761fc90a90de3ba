import { isJsonObject } from "@tallystick/core";
import {
  expectedError,
  optional,
  SchemaType,
  settingsObject,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import {
  type Borders,
  given,
  givenOrNot,
  later,
  readingArguments,
  throwing,
} from "../arguments/given-arguments.js";
import { callback } from "../arguments/query-types.js";
import type { Switches, Wallet, WalletUsers } from "./wallet.js";

// a copy, as the wallet reads it before the ledger, which checks its fields
const submission = new SchemaType<never>("Submission", {}, (u) =>
  // border: the ledger reads its fields
  isJsonObject(u) ? right({ ...u } as never) : expectedError("an object (Submission)", u),
);

const party = given("party", wireString);
const userId = given("userId", wireString);

/** What is taken by the functions of a wallet. */
const walletBorders: Borders<Wallet> = {
  submit: later(given("submission", submission)),
  submitInTurn: later(party, given("plan", callback)),
  outcome: later(given("commandId", wireString)),
};

/** What is taken by the functions of its users. */
const usersBorders: Borders<WalletUsers> = {
  partyOf: throwing(userId),
  onboard: later(userId, givenOrNot("party", wireString)),
  offboard: later(userId),
};

const change = settingsObject("WalletSwitches", {
  automations: optional(wireBoolean),
  merging: optional(wireBoolean),
});

const switchesBorders: Borders<Switches> = {
  of: throwing(party),
  set: later(party, given("change", change)),
};

/**
 * A wallet whose functions read their arguments, as those of a ledger do.
 *
 * @param onThrown called with what one threw
 */
export const walletReadingArguments = (
  wallet: Wallet,
  onThrown: Parameters<typeof readingArguments>[2],
): Wallet => {
  const users = readingArguments(wallet.users, usersBorders, onThrown);
  const switches = readingArguments(wallet.switches, switchesBorders, onThrown);
  return readingArguments({ ...wallet, users, switches }, walletBorders, onThrown);
};
