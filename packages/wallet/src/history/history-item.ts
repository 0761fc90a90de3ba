import type { PartyId } from "@tallystick/core";
/** A party with the change of its unlocked CC, ten places, negative for a decrease. */
export interface PartyAndAmount {
  readonly party: PartyId;
  readonly amount: string;
}

/** What kind of transaction an item is (wallet 9.4). */
export interface TransactionSubtype {
  /** `<package id>:<Module>:<Entity>` */
  readonly template_id: string;
  readonly choice: string;
  readonly amulet_operation?: string;
  readonly interface_id?: string;
}

interface ItemBase {
  readonly transaction_subtype: TransactionSubtype;
  /** `#<update id>:<node id>` */
  readonly event_id: string;
  /** ISO-8601. */
  readonly date: string;
}

/** The leg of a settlement. */
export interface SettledLeg {
  /** Of the settlement; at most its first 255 characters, as of the leg. */
  readonly id: string;
  readonly leg_id: string;
  /** What the leg moves, also where it was locked before. */
  readonly amount: string;
}

/** CC was transferred, locked or burned. */
export interface TransferItem extends ItemBase {
  readonly transaction_type: "transfer";
  readonly sender: PartyAndAmount;
  readonly receivers: ReadonlyArray<PartyAndAmount>;
  readonly holding_fees: string;
  readonly app_rewards_used: string;
  readonly validator_rewards_used: string;
  readonly sv_rewards_used: string;
  readonly development_fund_coupons_used: string;
  readonly transfer_instruction_receiver?: string;
  readonly transfer_instruction_amount?: string;
  readonly transfer_instruction_cid?: string;
  readonly description?: string;
  /** Of a leg of a batch settlement; an addition of this node. */
  readonly settlement?: SettledLeg;
}

/** CC was created, unlocked, or expired. */
export interface BalanceChangeItem extends ItemBase {
  readonly transaction_type: "balance_change";
  readonly receivers: ReadonlyArray<PartyAndAmount>;
  /** Of a transfer in two steps that was not accepted: to whom it was to go. */
  readonly transfer_instruction_receiver?: string;
  readonly transfer_instruction_cid?: string;
  /** What the sender of that transfer wrote. */
  readonly description?: string;
  /** Of a leg of a batch settlement; an addition of this node. */
  readonly settlement?: SettledLeg;
}

/** An operation that a wallet could not do. */
export interface NotificationItem extends ItemBase {
  readonly transaction_type: "notification";
  readonly details: string;
}

/** One entry of a party's transaction history, in the form clients read (wallet 9). */
export type HistoryItem = TransferItem | BalanceChangeItem | NotificationItem;

/** An item, and the parties of its histories. */
export interface HistoryEntry {
  readonly item: HistoryItem;
  /** Sorted. */
  readonly parties: ReadonlyArray<PartyId>;
}
