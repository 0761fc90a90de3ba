import type { HistoryRow } from "../../data/wallet-queries.js";
import { readAmount } from "../../money/read-amount.js";
import { sumOf } from "../../money/sums.js";

type TransferRow = Extract<HistoryRow, { readonly transaction_type: "transfer" }>;

/** Who paid whom, or offered to. Amounts are decimals. */
export interface Payment {
  readonly eventId: string;
  /** Offered: nothing has been paid by this update. */
  readonly kind: "paid" | "offered";
  readonly from: string;
  readonly to: ReadonlyArray<{ readonly party: string; readonly amount: string }>;
  /** What it cost besides the amount. */
  readonly fee: string;
  readonly memo: string;
}

const negated = (amount: string): string =>
  amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

const unitsOf = (amount: string): bigint => readAmount(amount) ?? 0n;

/** What left the sender and reached no one; unlike what was locked before, it can be counted. */
const feeOf = (row: TransferRow, sent: ReadonlyArray<string>): string => {
  const { amount: change } = row.sender;
  const burned = sumOf([
    row.app_rewards_used,
    row.validator_rewards_used,
    row.sv_rewards_used,
    row.development_fund_coupons_used,
    negated(change),
    ...sent.map(negated),
  ]);
  return unitsOf(change) < 0n && unitsOf(burned) > 0n ? burned : row.holding_fees;
};

/** The payment of an item of the history; undefined: no one paid another one by it. */
export const paymentOf = (row: HistoryRow): Payment | undefined => {
  if (row.transaction_type !== "transfer") return undefined;
  const from = row.sender.party;
  const received = row.receivers.filter(({ party }) => party !== from);
  const { transfer_instruction_receiver: party, transfer_instruction_amount: amount } = row;
  const isOffer = received.length === 0;
  const to = isOffer ? (party && amount ? [{ party, amount }] : []) : received;
  if (to.length === 0) return undefined;
  return {
    eventId: row.event_id,
    kind: isOffer ? "offered" : "paid",
    from,
    to,
    fee: feeOf(
      row,
      to.map((each) => each.amount),
    ),
    memo: row.description ?? "",
  };
};

/** What all receivers of a payment get together. */
export const totalOf = ({ to }: Payment): string => sumOf(to.map(({ amount }) => amount));

/** What a verifier needs. */
export interface ReceiptCode {
  /** The address of the node. */
  readonly node: string;
  readonly updateId: string;
  readonly offset: number;
  /** Of the proof, where there is one. */
  readonly proof?: { readonly digest: string; readonly key: string } | undefined;
}

/** The text of a receipt's code: a name and a value a line, as people and programs read them. */
export const receiptCode = ({ node, updateId, offset, proof }: ReceiptCode): string =>
  [
    ["node", node],
    ["update", updateId],
    ["offset", String(offset)],
    ...(proof === undefined
      ? []
      : [
          ["proof-sha256", proof.digest],
          ["log-key", proof.key],
        ]),
  ]
    .map((line) => line.join(" "))
    .join("\n");

/** The name of the log that a proof is of: the first line of its checkpoint. */
export const logOfProof = (proof: string): string => {
  const lines = proof.split("\n");
  return lines[lines.indexOf("") + 1] ?? "";
};

/** Under which name the proof of an update is saved. */
export const proofFileName = (updateId: string): string => `${updateId}.tlog-proof`;

/** The command that checks a saved proof. */
export const checkCommand = (updateId: string, key: string): string =>
  ["tallystick", "audit", "check-proof", proofFileName(updateId), "--key", key].join(" ");
