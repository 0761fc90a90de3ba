import type { PaymentAmount } from "@tallystick/coin";
import type { ContractId, Micros, Numeric, PartyId } from "@tallystick/core";

/** What waits: each kind is a template of the wallet, or a request of an app. */
export const inboxKinds = [
  "transfer-offer",
  "accepted-transfer-offer",
  "transfer-instruction",
  "token-transfer",
  "transfer-command",
  "traffic-request",
  "payment-request",
  "accepted-payment",
  "subscription-request",
  "subscription-initial-payment",
  "subscription-due",
  "subscription-payment",
  "allocation-request",
  "allocation-request-v2",
  "allocation",
  "allocation-v2",
  "minting-delegation-proposal",
  "merge-delegation-proposal",
  "preapproval-proposal",
] as const;
/** What waits. */
export type InboxKind = (typeof inboxKinds)[number];

/** Why something is not done yet. */
export type InboxReason =
  | { readonly code: "waiting-for-you" }
  | { readonly code: "waiting-for-receiver" }
  | { readonly code: "waiting-for-sender" }
  | { readonly code: "waiting-for-app" }
  | { readonly code: "waiting-for-operator" }
  | { readonly code: "waiting-for-automation" }
  /** The party lacks CC for what it has agreed to. */
  | { readonly code: "short-of-funds"; readonly missing: Numeric | undefined }
  /** Earlier commands of the same sender come first. */
  | { readonly code: "nonce-behind"; readonly behind: bigint }
  | { readonly code: "expired-not-cleared" }
  | { readonly code: "round-not-open" }
  | { readonly code: "operator-lacks-funds" }
  /** Nobody can accept it any more; who may end it still may. */
  | { readonly code: "expired" }
  /** What its choices need is known to a registry that is not on this node. */
  | { readonly code: "registry-unknown" };

/** What happens next. */
export type InboxStep =
  | "accept-or-reject"
  | "you-pay"
  | "receiver-decides"
  | "sender-pays"
  | "app-continues"
  | "operator-accepts"
  | "wallet-acts"
  | "add-funds"
  | "add-funds-and-pay"
  | "earlier-commands-first"
  | "wallet-clears"
  | "next-round"
  | "operator-adds-funds"
  | "take-back-or-reject"
  | "use-token-app";

/** Who does it. */
export type InboxActor = "you" | "other-party" | "app" | "operator" | "wallet" | "network";

/** A step, and who takes it. */
export interface InboxNext {
  readonly step: InboxStep;
  readonly actor: InboxActor;
}

const nextSteps: Readonly<Record<InboxReason["code"], InboxNext>> = {
  "waiting-for-you": { step: "accept-or-reject", actor: "you" },
  "waiting-for-receiver": { step: "receiver-decides", actor: "other-party" },
  "waiting-for-sender": { step: "sender-pays", actor: "other-party" },
  "waiting-for-app": { step: "app-continues", actor: "app" },
  "waiting-for-operator": { step: "operator-accepts", actor: "operator" },
  "waiting-for-automation": { step: "wallet-acts", actor: "wallet" },
  "short-of-funds": { step: "add-funds", actor: "you" },
  "nonce-behind": { step: "earlier-commands-first", actor: "wallet" },
  "expired-not-cleared": { step: "wallet-clears", actor: "wallet" },
  "round-not-open": { step: "next-round", actor: "network" },
  "operator-lacks-funds": { step: "operator-adds-funds", actor: "operator" },
  expired: { step: "take-back-or-reject", actor: "you" },
  "registry-unknown": { step: "use-token-app", actor: "you" },
};

/** What the party can do with it now. */
export type InboxAction = "accept" | "reject" | "withdraw" | "cancel" | "allocate" | "pay";

/** An amount of an instrument of the token standard. */
export interface TokenAmount {
  readonly amount: Numeric;
  /** Who administers the instrument. */
  readonly admin: PartyId;
  /** Its name at its administrator. */
  readonly id: string;
}

/** Something that waits, from the perspective of one party. */
export interface InboxItem {
  readonly kind: InboxKind;
  readonly contractId: ContractId;
  readonly createdAt: Micros;
  /** Sent: the party began it. */
  readonly direction: "received" | "sent";
  /** The others in it, sorted. */
  readonly counterparties: ReadonlyArray<PartyId>;
  readonly amount?: PaymentAmount;
  /** Of a token other than the coin. */
  readonly token?: TokenAmount;
  /** Bytes of traffic. */
  readonly trafficBytes?: bigint;
  readonly description?: string;
  readonly trackingId?: string;
  /** Microseconds since the Unix epoch. */
  readonly expiresAt?: bigint;
  readonly reason: InboxReason;
  /** Default: what follows from the reason. */
  readonly next?: InboxNext;
  readonly actions: ReadonlyArray<InboxAction>;
}

/** What happens next with an item. */
export const nextOf = ({ reason, next }: InboxItem): InboxNext => next ?? nextSteps[reason.code];
