import {
  optional,
  queryInt32,
  required,
  textOffset,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { nothing } from "../../endpoints/endpoint.js";
import { maxListed } from "../rows/own-contract.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** A coupon of the development fund that has ended (wallet 3.11). */
export const EndedFundCouponWire = wireObject("ArchivedDevelopmentFundCoupon", {
  createdAt: required(wireString),
  archivedAt: required(wireString),
  beneficiary: required(wireString),
  fund_manager: required(wireString),
  amount: required(wireString),
  expiresAt: required(wireString),
  reason: required(wireString),
  status: required(wireString),
  rejection_or_withdrawal_reason: optional(wireString),
});

/** Answer of `GET /v0/wallet/development-fund-coupons/history` (wallet 3.11). */
export const FundHistoryWire = wireObject("ListDevelopmentFundCouponHistoryResponse", {
  development_fund_coupon_history: required(wireArray(EndedFundCouponWire)),
  next_page_token: optional(wireInt64),
});

/**
 * `GET /v0/wallet/development-fund-coupons/history` (wallet 3.11): the newest first; an empty page
 * is the end.
 */
export const fundHistory = walletRow({
  method: "GET",
  path: "/v0/wallet/development-fund-coupons/history",
  summary: "The coupons of the development fund that have ended, the newest first",
  access: "user",
  parameters: nothing,
  query: wireObject("FundHistoryQuery", {
    limit: required(queryInt32),
    after: optional(textOffset),
  }),
  body: nothing,
  response: { kind: "json", codec: FundHistoryWire },
  statuses: { 400: "The limit or the place is none" },
  handle: ({ wallet, party, query }) => {
    const { limit, after } = query;
    if (!(limit >= 1 && limit <= maxListed))
      return refused(400, `Invalid limit: expected 1 to ${maxListed}, found ${limit}`);
    const ended = wallet.views.endedFundCoupons(party, after, limit);
    const last = ended.at(-1);
    return right({
      development_fund_coupon_history: ended.map(({ coupon }) => coupon),
      ...(last === undefined ? {} : { next_page_token: last.place }),
    });
  },
});
