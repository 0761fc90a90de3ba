import {
  optional,
  queryInt32,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { maxListed } from "../rows/own-contract.js";
import { optionalNumber, pageStart, requiredNumber, upTo } from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";

/** An archived coupon of the development fund (wallet 3.11). */
const EndedFundCouponWire = wireObject("ArchivedDevelopmentFundCoupon", {
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

/**
 * `GET /v0/wallet/development-fund-coupons/history` (wallet 3.11): the newest first; an empty page
 * is the end.
 */
export const fundHistory = walletRow({
  method: "GET",
  path: "/v0/wallet/development-fund-coupons/history",
  summary: "The coupons of the development fund that have ended, the newest first",
  query: wireObject("FundHistoryQuery", {
    after: optionalNumber(pageStart),
    limit: requiredNumber(upTo(maxListed, queryInt32)),
  }),
  response: wireObject("ListDevelopmentFundCouponHistoryResponse", {
    development_fund_coupon_history: required(wireArray(EndedFundCouponWire)),
    next_page_token: optional(wireInt64),
  }),
  errorStatuses: { 400: "The limit or the place is none" },
  handle: ({ query: { limit, after } }, { wallet, party }) => {
    const ended = wallet.views.endedFundCoupons(party, after, limit);
    const last = ended.at(-1);
    return {
      development_fund_coupon_history: ended.map(({ coupon }) => coupon),
      ...(last === undefined ? {} : { next_page_token: last.place }),
    };
  },
});
