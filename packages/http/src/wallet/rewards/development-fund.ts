import {
  amuletPackage,
  AmuletRules_AllocateDevelopmentFundCoupon,
  DevelopmentFundCoupon,
  DevelopmentFundCoupon_Withdraw,
  UnclaimedDevelopmentFundCoupon,
} from "@tallystick/coin";
import { commandsOf, type Numeric, numericToText } from "@tallystick/core";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import { sumOf } from "@tallystick/wallet";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { listRow, plain } from "../rows/contract-rows.js";
import { once } from "../rows/once.js";
import { maxListed, ownContract, resultText } from "../rows/own-contract.js";
import { freshId, runningNetwork, submissionBy, submitCommand } from "../rows/submissions.js";
import {
  inFuture,
  knownParty,
  LookedUpPath,
  moment,
  operationId,
  partyId,
  positiveAmount,
  shortText,
} from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { fundHistory } from "./development-fund-history.js";

const { exercise } = commandsOf(amuletPackage);
const path = "/v0/wallet/development-fund-coupons";

/** Coupons of the fund that cover an amount, the largest first; 400 when they do not. */
const fundsOf = ({ views, settings }: Wallet, amount: Numeric): ReadonlyArray<string> => {
  const free = [...views.of(UnclaimedDevelopmentFundCoupon, settings.dso)].sort((a, b) =>
    a.payload.amount > b.payload.amount ? -1 : 1,
  );
  const taken: Array<string> = [];
  let sum = 0n;
  for (const { contractId, payload } of free) {
    if (sum >= amount) break;
    sum += payload.amount;
    taken.push(contractId);
  }
  if (sum >= amount) return taken;
  const all = sumOf(free.map(({ payload }) => payload.amount));
  const has = all === undefined ? "less" : numericToText(all);
  throw refused(
    400,
    `The unclaimed development fund coupons do not cover ${numericToText(amount)} CC: found ${has}`,
  );
};

const fundBefore = ({ argument }: WalletEarlier) => {
  const before = AmuletRules_AllocateDevelopmentFundCoupon.argument.decode(argument);
  if (isLeft(before)) return undefined;
  const { beneficiary, amount, expiresAt, reason } = before.right;
  return {
    beneficiary,
    amount: numericToText(amount),
    expiresAt: String(expiresAt),
    reason,
  };
};

/** `POST /v0/wallet/development-fund-coupons/allocate` (wallet 3.11): only for the fund manager. */
const allocateFund = walletRow({
  method: "POST",
  path: `${path}/allocate`,
  external: "signed",
  summary: "Give part of the development fund to a beneficiary",
  description:
    "An equal repeat with the same command_id, ours, answers what the first one answered.",
  body: wireObject("AllocateDevelopmentFundCouponRequest", {
    beneficiary: required(partyId),
    amount: required(positiveAmount),
    expiresAt: required(moment),
    reason: required(shortText),
    command_id: optional(operationId),
  }),
  response: wireObject("AllocateDevelopmentFundCouponResponse", {
    development_fund_coupon_contract_id: required(wireString),
    unclaimed_development_fund_coupon_contract_id: optional(wireString),
  }),
  errorStatuses: { 400: "A value is bad, the fund lacks the CC, or the caller does not manage it" },
  handle: async ({ body: { command_id: given, ...body } }, services) => {
    const { wallet, ledger, party } = services;
    const { result } = await once(services, {
      operation: "allocate-development-fund",
      field: "command_id",
      id: given,
      // two allocations of the fund at once would use the same coupons
      queue: wallet.settings.dso,
      asked: { ...body, amount: numericToText(body.amount), expiresAt: String(body.expiresAt) },
      recorded: fundBefore,
      plan: (commandId) => {
        inFuture(body.expiresAt, "expiresAt", wallet.now());
        knownParty(ledger, body.beneficiary, "beneficiary");
        const { config, amuletRules } = runningNetwork(wallet);
        if (config.optDevelopmentFundManager !== party)
          throw refused(400, "Only the manager of the development fund can allocate it.");
        const command = exercise(AmuletRules_AllocateDevelopmentFundCoupon, amuletRules, {
          ...body,
          unclaimedDevelopmentFundCouponCids: fundsOf(wallet, body.amount),
          fundManager: party,
        });
        return submissionBy(wallet, party, commandId, command);
      },
    });
    const rest = resultText(result, "optUnclaimedDevelopmentFundCouponCid");
    return {
      development_fund_coupon_contract_id: resultText(result, "developmentFundCouponCid"),
      ...(rest === "" ? {} : { unclaimed_development_fund_coupon_contract_id: rest }),
    };
  },
});

/** `GET /v0/wallet/development-fund-coupons` (wallet 3.11): the first to expire first. */
const activeFund = listRow({
  path,
  summary: "The coupons of the development fund that the caller manages or may mint",
  answer: ["ListActiveDevelopmentFundCouponsResponse", "active_development_fund_coupons"],
  form: plain.of(DevelopmentFundCoupon),
  contracts: ({ wallet: { views }, party }) =>
    views.contractsOfIds(
      views
        .due(DevelopmentFundCoupon, party, Number.MAX_SAFE_INTEGER, maxListed)
        .map(({ contractId }) => contractId),
    ),
});

/** The fund manager of a coupon. */
const manager = {
  name: "fund manager",
  of: ({ fundManager }: { readonly fundManager: string }) => fundManager,
};

/** `POST /v0/wallet/development-fund-coupons/{contract_id}/withdraw` (wallet 3.11). */
const withdrawFund = walletRow({
  method: "POST",
  path: `${path}/{contract_id}/withdraw`,
  external: "signed",
  summary: "Take a coupon back into the development fund",
  parameters: LookedUpPath,
  body: wireObject("WithdrawDevelopmentFundCouponRequest", { reason: required(wireString) }),
  response: wireObject("WithdrawDevelopmentFundCouponResponse", {
    unclaimed_development_fund_coupon_contract_id: required(wireString),
  }),
  errorStatuses: { 400: "The caller does not manage the coupon", 404: "There is no such coupon" },
  handle: async (
    { parameters: { contract_id: cid }, body: { reason } },
    { wallet, party, executed, httpConfig },
  ) => {
    if (executed === undefined) ownContract(wallet, party, DevelopmentFundCoupon, cid, manager);
    if (reason.trim() === "" || isLeft(shortText.read(reason)))
      throw refused(400, "Invalid reason: expected a text of fewer than 280 characters");
    const command = exercise(DevelopmentFundCoupon_Withdraw, cid, { reason });
    const commandId = freshId(httpConfig, "withdraw-development-fund");
    const { result } = await submitCommand(wallet, party, commandId, command);
    return {
      unclaimed_development_fund_coupon_contract_id: resultText(
        result,
        "unclaimedDevelopmentFundCouponCid",
      ),
    };
  },
});

/** The rows of the development fund (wallet 3.11). */
export const developmentFundRows: ReadonlyArray<Endpoint> = [
  allocateFund,
  activeFund,
  fundHistory,
  withdrawFund,
];
