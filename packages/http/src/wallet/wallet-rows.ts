import type { Endpoint } from "../endpoints/endpoint.js";
import { administrationRows } from "./administration.js";
import { balance, coinsRows } from "./balance.js";
import { cancelFeaturedAppRights, selfGrantFeaturedAppRight, tap } from "./tap.js";
import { transactions } from "./transactions.js";
import { transferOfferRows } from "./transfer-offers.js";
import { preapprovalRows } from "./transfer-preapprovals.js";
import { featureSupport, userStatus } from "./user-status.js";
import { validatorRows } from "./validator.js";

/** Every endpoint of the wallet and the validator (specification 4.5 to 4.7). */
export const walletRows: ReadonlyArray<Endpoint> = [
  userStatus,
  featureSupport,
  balance,
  ...coinsRows,
  tap,
  selfGrantFeaturedAppRight,
  cancelFeaturedAppRights,
  transactions,
  ...transferOfferRows,
  ...preapprovalRows,
  ...validatorRows,
  ...administrationRows,
];
