import {
  DevelopmentFundCoupon,
  type DevelopmentFundCouponState,
  developmentFundCouponEndedBy,
} from "@tallystick/coin";
import {
  type Contract,
  numericToText,
  microsToText,
  timestampToText,
  type TransactionCommitted,
  type ContractId,
  type PartyId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { textAt } from "../history/json-path.js";

/** An ended coupon of the development fund, in the form of clients (wallet 3.11). */
export interface EndedFundCoupon {
  readonly createdAt: string;
  readonly archivedAt: string;
  readonly beneficiary: string;
  readonly fund_manager: string;
  readonly amount: string;
  readonly expiresAt: string;
  readonly reason: string;
  readonly status: string;
  readonly rejection_or_withdrawal_reason?: string;
}

/** A coupon ended by a transaction, and who may read that. */
export interface FundCouponEnd {
  /** The node that ended it. */
  readonly nodeId: number;
  readonly parties: ReadonlyArray<PartyId>;
  readonly coupon: EndedFundCoupon;
}

const endOf = (
  contract: Contract,
  state: DevelopmentFundCouponState,
  archivedAt: number,
): Omit<FundCouponEnd, "nodeId"> | undefined => {
  const payload = DevelopmentFundCoupon.payload.decode(contract.payload);
  if (isLeft(payload)) return undefined;
  const { beneficiary, fundManager, amount, expiresAt, reason } = payload.right;
  const isDeclined = state.status === "withdrawn" || state.status === "rejected";
  return {
    parties: [...new Set([fundManager, beneficiary])],
    coupon: {
      createdAt: timestampToText(contract.createdAt),
      archivedAt: timestampToText(archivedAt),
      beneficiary,
      fund_manager: fundManager,
      amount: numericToText(amount),
      expiresAt: microsToText(expiresAt),
      reason,
      status: state.status,
      ...(isDeclined ? { rejection_or_withdrawal_reason: state.reason } : {}),
    },
  };
};

/**
 * The coupons of the development fund that a transaction ends, in order (wallet 3.11).
 *
 * @param contractOf the contracts the transaction archives
 */
export const fundCouponEnds = (
  { nodes, effectiveAt }: TransactionCommitted,
  contractOf: (contractId: ContractId) => Contract | undefined,
): ReadonlyArray<FundCouponEnd> =>
  nodes.flatMap((node): ReadonlyArray<FundCouponEnd> => {
    const isCoupon = node.templateId.endsWith(`:${DevelopmentFundCoupon.name}`);
    if (!isCoupon || node.kind === "create" || !node.consuming) return [];
    const state = developmentFundCouponEndedBy(node.choice, textAt(node.argument, "reason") ?? "");
    const contract = contractOf(node.contractId);
    const end = state && contract && endOf(contract, state, effectiveAt);
    return end === undefined ? [] : [{ nodeId: node.nodeId, ...end }];
  });
