import type { Micros, NumericError, PartyId } from "@tallystick/core";
import type { Balance, RoundNumber } from "@tallystick/wallet";
import type { Either } from "fp-ts/lib/Either.js";
import type { BalanceRange, BalanceThen } from "./wallet-balances.js";
import type { WalletTables } from "./wallet-tables.js";

/** The most event ids of one transaction in the history of a party. */
const maxEventIds = 20;

/** Balances now and in the past. Reads throw `ViewsUnreadable` while they cannot answer. */
export interface BalancesView {
  /** The balance of a party's coins at a round. Left: a sum is too large for a Numeric. */
  now(party: PartyId, round: RoundNumber): Either<NumericError, Balance>;
  /** The balance of a party before a time; undefined when it had no coin before. */
  before(party: PartyId, time: Micros): BalanceThen | undefined;
  /** Balances of a party after the transactions that have changed them, the oldest first. */
  between(party: PartyId, range: BalanceRange): ReadonlyArray<BalanceThen>;
  /** The event ids of a party's history items of one transaction. */
  eventIdsAt(party: PartyId, offset: number): ReadonlyArray<string>;
}

export const balancesView = (read: <A>(of: (tables: WalletTables) => A) => A): BalancesView => ({
  now: (party, round) => read(({ balances }) => balances.now(party, round)),
  before: (party, time) => read(({ balances }) => balances.before(party, time)),
  between: (party, range) => read(({ balances }) => balances.between(party, range)),
  eventIdsAt: (party, offset) =>
    read(({ history }) => history.eventIdsAt(party, offset, maxEventIds)),
});
