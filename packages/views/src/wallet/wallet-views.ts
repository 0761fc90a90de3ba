import type { Contract, Json, ContractId, PartyId, UserId } from "@tallystick/core";
import type {
  ContractsView,
  EndedFundCoupon,
  HistoryItem,
  OpenedRound,
  TrackedCommand,
  TrackedKind,
  TrackedStatus,
} from "@tallystick/wallet";
import type { JournalViews } from "../interface/views.js";
import type { BalancesView } from "./balances-view.js";
import type { HistorySearch } from "./wallet-history.js";

/** An item of a history with its place. */
export interface PlacedItem {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly item: HistoryItem;
  /** The item as JSON. */
  readonly json: Json;
  /** Characters of the JSON. */
  readonly chars: number;
}

/** Items found, and the place before which to continue; undefined at the end. */
export interface FoundItems {
  readonly items: ReadonlyArray<PlacedItem>;
  readonly before: number | undefined;
}

/** Continues before a place, reading a limited number of items; fewer when they are large. */
export type ItemReader = (before: number | undefined, limit: number) => FoundItems;

/** A coupon of the development fund that has ended, with its place. */
export interface PlacedFundCoupon {
  readonly place: number;
  readonly coupon: EndedFundCoupon;
}

/**
 * The wallet's views of a journal: the coin's active contracts, histories, tracking ids and where
 * the wallet's own commands took effect. Reads throw `ViewsUnreadable` while they cannot answer.
 */
export interface WalletViews extends ContractsView, JournalViews {
  /** Why reads are rejected, with the progress, while the views are behind; else undefined. */
  behind(): string | undefined;
  /**
   * Calls `listener` after each fold with the parties whose contracts have changed, and the
   * templates of those contracts.
   */
  onChange(
    listener: (parties: ReadonlySet<PartyId>, templates: ReadonlySet<string>) => void,
  ): () => void;

  /** What parties had after each transaction. */
  readonly balances: BalancesView;
  /** An active contract of the coin as it is on the ledger. */
  contract(contractId: ContractId): Contract | undefined;
  /**
   * The contracts of a template of which a party is a stakeholder, oldest first. Throws
   * `ViewsUnreadable` when they exceed the limit of a list.
   */
  contractsOf(
    template: { readonly name: string },
    party: PartyId,
    limit?: number,
  ): ReadonlyArray<Contract>;
  /** The active contracts of these ids, in their order; throws as `contractsOf` does. */
  contractsOfIds(contractIds: ReadonlyArray<ContractId>): ReadonlyArray<Contract>;
  /** Items of a party's history before a place, the newest first. */
  historyBefore(
    party: PartyId,
    beforeSeq: number | undefined,
    limit: number,
  ): ReadonlyArray<PlacedItem>;
  /** Items of a party's history that may match a search, the newest first. */
  searchHistory(party: PartyId, search: HistorySearch): ItemReader;
  /** The place of an item; undefined when the party has no such item. */
  historyPlace(party: PartyId, eventId: string): number | undefined;
  /** The state of a tracking id that a party chose itself. */
  tracked(party: PartyId, kind: TrackedKind, trackingId: string): TrackedStatus | undefined;
  /** The state of a tracking id that another party chose for an offer to this one. */
  trackedByOther(party: PartyId, kind: TrackedKind, trackingId: string): TrackedStatus | undefined;
  /** The party of a user's current or last wallet; undefined: it never had one. */
  walletParty(operator: string, userId: UserId): string | undefined;
  /** The supply of an issuer's coin, locked ones included, units of 10^-10. */
  supply(dso: string): bigint;
  /** The transfer commands of a sender with a nonce, and the status of each (wallet 5.1). */
  transferCommands(sender: string, nonce: bigint): ReadonlyArray<TrackedCommand>;
  /**
   * Coupons of the development fund that have ended and concern a party, the newest first.
   *
   * @param after the place of the last one known; absent: from the newest
   */
  endedFundCoupons(
    party: PartyId,
    after: number | undefined,
    limit: number,
  ): ReadonlyArray<PlacedFundCoupon>;
  /**
   * The rounds that a network has opened, the newest first; those before the ledger was pruned are
   * missing.
   *
   * @param before a round number; absent: from the newest
   */
  openedRounds(dso: string, before: number | undefined, limit: number): ReadonlyArray<OpenedRound>;
  /** The offset at which a command of the wallet took effect. */
  outcome(commandId: string): number | undefined;
  /** Traffic used beyond the free rate since the beginning, bytes. */
  extraTrafficUsed(): number;
  /**
   * The latest record time folded, microseconds since the Unix epoch; 0 before the first
   * transaction.
   */
  lastRecordTime(): number;
}
