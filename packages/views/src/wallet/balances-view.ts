import type { Micros, PartyId } from "@tallystick/core";
import type { BalanceRange, BalanceThen } from "./wallet-balances.js";
import type { WalletTables } from "./wallet-tables.js";

/** The most event ids of one transaction in the history of a party. */
const maxEventIds = 20;

/** Balances of the past. Reads throw `ViewsUnreadable` while they cannot answer. */
export interface BalancesView {
  /** The balance of a party before a time; undefined when it had no coin before. */
  before(party: PartyId, time: Micros): BalanceThen | undefined;
  /** Balances of a party after the transactions that have changed them, the oldest first. */
  between(party: PartyId, range: BalanceRange): ReadonlyArray<BalanceThen>;
  /** The event ids of a party's history items of one transaction. */
  eventIdsAt(party: PartyId, offset: number): ReadonlyArray<string>;
}

export const balancesView = (read: <A>(of: (tables: WalletTables) => A) => A): BalancesView => ({
  before: (party, time) => read(({ balances }) => balances.before(party, time)),
  between: (party, range) => read(({ balances }) => balances.between(party, range)),
  eventIdsAt: (party, offset) =>
    read(({ history }) => history.eventIdsAt(party, offset, maxEventIds)),
});
