import {
  amuletPackage,
  AmuletRules_AllocateDevelopmentFundCoupon,
  DevelopmentFundCoupon,
  DevelopmentFundCoupon_Withdraw,
  UnclaimedDevelopmentFundCoupon,
} from "@tallystick/coin";
import { type Numeric, numericToText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { sumOf } from "@tallystick/wallet";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { fundHistory } from "./development-fund-history.js";
import { maxListed, ownContractAs, resultText } from "../rows/own-contract.js";
import {
  futureTime,
  knownParty,
  partyId,
  positiveAmount,
  shortText,
} from "../rows/request-values.js";
import { freshId, performOnce, runningNetwork, submissionBy } from "../rows/submissions.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/wallet/development-fund-coupons";

/** Coupons of the fund that pay for an amount, the largest first. Left: they do not. */
const fundsFor = (
  { views, settings }: Wallet,
  amount: Numeric,
): Either<WalletError, ReadonlyArray<string>> => {
  const free = [...views.of(UnclaimedDevelopmentFundCoupon, settings.dso)].sort((a, b) =>
    a.payload.amount > b.payload.amount ? -1 : 1,
  );
  const taken: Array<(typeof free)[number]> = [];
  let sum = 0n;
  for (const coupon of free) {
    if (sum >= amount) break;
    sum += coupon.payload.amount;
    taken.push(coupon);
  }
  if (sum >= amount) return right(taken.map(({ contractId }) => contractId));
  const all = sumOf(free.map(({ payload }) => payload.amount));
  const has = all === undefined ? "less" : numericToText(all);
  return refused(
    400,
    `The unclaimed development fund coupons do not cover ${numericToText(amount)} CC: found ${has}`,
  );
};

/** Request body of `POST /v0/wallet/development-fund-coupons/allocate` (wallet 3.11). */
export const AllocateFundRequest = wireObject("AllocateDevelopmentFundCouponRequest", {
  beneficiary: required(wireString),
  amount: required(wireString),
  expiresAt: required(wireInt64),
  reason: required(wireString),
});

/** Answer of `POST /v0/wallet/development-fund-coupons/allocate` (wallet 3.11). */
export const AllocateFundResponse = wireObject("AllocateDevelopmentFundCouponResponse", {
  development_fund_coupon_contract_id: required(wireString),
  unclaimed_development_fund_coupon_contract_id: optional(wireString),
});

/** `POST /v0/wallet/development-fund-coupons/allocate` (wallet 3.11): the fund manager's alone. */
export const allocateFund = walletRow({
  method: "POST",
  path: `${path}/allocate`,
  summary: "Give part of the development fund to a beneficiary",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: AllocateFundRequest,
  response: { kind: "json", codec: AllocateFundResponse },
  statuses: { 400: "A value is bad, the fund lacks the CC, or the caller does not manage it" },
  handle: async ({ wallet, ledger, party, body }) => {
    const beneficiary = partyId(body.beneficiary, "beneficiary");
    if (isLeft(beneficiary)) return beneficiary;
    const amount = positiveAmount(body.amount, "amount");
    if (isLeft(amount)) return amount;
    const expiresAt = futureTime(body.expiresAt, "expiresAt", wallet.now());
    if (isLeft(expiresAt)) return expiresAt;
    const reason = shortText(body.reason, "reason");
    if (isLeft(reason)) return reason;
    const informed = knownParty(ledger, beneficiary.right, "beneficiary");
    if (isLeft(informed)) return informed;
    const commandId = freshId("allocate-development-fund");
    // two allocations of the fund at once would use the same coupons
    const done = await performOnce(wallet, wallet.settings.dso, commandId, () => {
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      if (network.right.config.optDevelopmentFundManager !== party)
        return refused(400, "Only the manager of the development fund can allocate it.");
      const funds = fundsFor(wallet, amount.right);
      if (isLeft(funds)) return funds;
      const command = exercise(
        AmuletRules_AllocateDevelopmentFundCoupon,
        network.right.amuletRules,
        {
          unclaimedDevelopmentFundCouponCids: funds.right,
          beneficiary: beneficiary.right,
          amount: amount.right,
          expiresAt: expiresAt.right,
          reason: reason.right,
          fundManager: party,
        },
      );
      return right(submissionBy(wallet, party, commandId, command));
    });
    if (isLeft(done)) return done;
    const rest = resultText(done.right.result, "optUnclaimedDevelopmentFundCouponCid");
    return right({
      development_fund_coupon_contract_id: resultText(
        done.right.result,
        "developmentFundCouponCid",
      ),
      ...(rest === "" ? {} : { unclaimed_development_fund_coupon_contract_id: rest }),
    });
  },
});

/** Answer of `GET /v0/wallet/development-fund-coupons` (wallet 3.11). */
export const ActiveFundWire = wireObject("ListActiveDevelopmentFundCouponsResponse", {
  active_development_fund_coupons: required(wireArray(ContractWire)),
});

/** `GET /v0/wallet/development-fund-coupons` (wallet 3.11): the first to expire comes first. */
export const activeFund = walletRow({
  method: "GET",
  path,
  summary: "The coupons of the development fund that the caller manages or may mint",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ActiveFundWire },
  handle: ({ wallet: { views }, party }) => {
    const contracts = views.contractsOfIds(
      views
        .due(DevelopmentFundCoupon, party, Number.MAX_SAFE_INTEGER, maxListed)
        .map(({ contractId }) => contractId),
    );
    return right({ active_development_fund_coupons: contracts.map(contractToWire) });
  },
});

/** Request body of the withdrawal of a coupon (wallet 3.11). */
export const WithdrawFundRequest = wireObject("WithdrawDevelopmentFundCouponRequest", {
  reason: required(wireString),
});

/** Answer of `POST /v0/wallet/development-fund-coupons/{contract_id}/withdraw` (wallet 3.11). */
export const WithdrawFundResponse = wireObject("WithdrawDevelopmentFundCouponResponse", {
  unclaimed_development_fund_coupon_contract_id: required(wireString),
});

/** `POST /v0/wallet/development-fund-coupons/{contract_id}/withdraw` (wallet 3.11). */
export const withdrawFund = walletRow({
  method: "POST",
  path: `${path}/{contract_id}/withdraw`,
  summary: "Take a coupon back into the development fund",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: WithdrawFundRequest,
  response: { kind: "json", codec: WithdrawFundResponse },
  statuses: { 400: "The caller does not manage the coupon", 404: "There is no such coupon" },
  handle: async ({ wallet, party, parameters, body }) => {
    const manager = ({ fundManager }: { readonly fundManager: string }) => fundManager;
    const found = ownContractAs(
      wallet,
      party,
      DevelopmentFundCoupon,
      parameters.contract_id,
      manager,
      "fund manager",
    );
    if (isLeft(found)) return found;
    const reason = shortText(body.reason, "reason");
    if (isLeft(reason)) return reason;
    if (reason.right.trim() === "") return refused(400, "Invalid reason: expected a text");
    const argument = { reason: reason.right };
    const command = exercise(DevelopmentFundCoupon_Withdraw, found.right.contractId, argument);
    const done = await wallet.submit(
      submissionBy(wallet, party, freshId("withdraw-development-fund"), command),
    );
    if (isLeft(done)) return left(done.left);
    return right({
      unclaimed_development_fund_coupon_contract_id: resultText(
        done.right.result,
        "unclaimedDevelopmentFundCouponCid",
      ),
    });
  },
});

/** The rows of the development fund (wallet 3.11). */
export const developmentFundRows: ReadonlyArray<Endpoint> = [
  allocateFund,
  activeFund,
  fundHistory,
  withdrawFund,
];
