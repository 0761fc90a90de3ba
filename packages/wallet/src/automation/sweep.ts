import { AcceptedTransferOffer, TransferOffer, walletPackage } from "@tallystick/coin";
import { commandsOf, type Numeric, numericFromUnits } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { SweepConfig } from "../configuration/wallet-config.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { featuredRightFor, preapprovalFor } from "../registry/choice-contexts.js";
import { executeBatch } from "../treasury/execute-batch.js";
import { ccOf, sumOf, usdOf } from "../treasury/prices.js";
import { coinsOf, fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const wallet = commandsOf(walletPackage);

/** How long an offer of a sweep can be accepted (wallet 13.3), microseconds. */
const offerLifetimeMicros = 600_000_000;

/** The input of a sweep, USD. */
export interface SweepSituation {
  readonly balanceUsd: Numeric;
  /** Open offers to the receiver; 0 when sweeps transfer directly. */
  readonly outstandingUsd: Numeric;
  readonly maxBalanceUsd: Numeric;
  readonly minBalanceUsd: Numeric;
}

/**
 * How much a sweep moves, in USD (wallet 13.3): nothing up to the upper threshold, above it down to
 * the lower one. Offered amounts not paid yet count as moved.
 */
export const sweepAmountUsd = (situation: SweepSituation): Numeric | undefined => {
  const { balanceUsd, outstandingUsd, maxBalanceUsd, minBalanceUsd } = situation;
  const left = balanceUsd - outstandingUsd;
  if (left <= maxBalanceUsd || left <= minBalanceUsd) return undefined;
  const amount = numericFromUnits(left - minBalanceUsd);
  return isLeft(amount) ? undefined : amount.right;
};

/** The sum of a sender's existing offers to a receiver, accepted or not, expired ones included. */
const outstanding = (
  { view, network }: AutomationContext,
  sender: string,
  receiver: string,
): Numeric | undefined => {
  const price = network.round.payload.amuletPrice;
  const offers = [
    ...view.named(TransferOffer, sender, receiver),
    ...view.named(AcceptedTransferOffer, sender, receiver),
  ];
  return sumOf(
    offers.map(({ payload: { amount } }) =>
      amount.unit === "USDUnit" ? amount.amount : (usdOf(amount.amount, price) ?? amount.amount),
    ),
  );
};

const offer = (
  { network, now }: AutomationContext,
  sender: string,
  receiver: string,
  amount: Numeric,
  reactsTo: string,
): Submission => {
  const { dso } = network;
  const trackingId = commandIdOf("sweep", reactsTo);
  const command = wallet.create(TransferOffer, {
    sender,
    receiver,
    dso,
    amount: { amount, unit: "AmuletUnit" },
    description: "Sweep of the wallet's balance",
    expiresAt: BigInt(now + offerLifetimeMicros),
    trackingId,
  });
  return { commandId: trackingId, actAs: [sender], readAs: [], commands: [command] };
};

const send = (
  context: AutomationContext,
  sender: string,
  receiver: string,
  amount: Numeric,
  reactsTo: string,
): Submission | undefined => {
  const { view, network, now } = context;
  const preapproval = preapprovalFor(view, receiver, now);
  if (preapproval === undefined) return undefined;
  const funding = fundingFor(amount, view, network, sender, now);
  if (funding.total === undefined || funding.total < amount) return undefined;
  const operation = {
    tag: "CO_TransferPreapprovalSend",
    value: {
      transferPreapprovalCid: preapproval.contractId,
      providerFeaturedAppRightCid: featuredRightFor(view, network.dso, preapproval.provider),
      amount,
      description: "Sweep of the wallet's balance",
    },
  } as const;
  const commandId = commandIdOf("sweep-send", reactsTo);
  return executeBatch(context, sender, funding, [operation], commandId);
};

/** Open offers of sweeps to a party, CC. */
const incoming = (context: AutomationContext, party: string): bigint => {
  const price = context.network.round.payload.amuletPrice;
  let sum = 0n;
  for (const [sender, { receiver, useTransferPreapproval }] of context.config.sweeps) {
    if (receiver !== party || useTransferPreapproval) continue;
    const usd = outstanding(context, sender, receiver);
    sum += (usd && ccOf(usd, price)) ?? 0n;
  }
  return sum;
};

/** The part of an amount that did not come by sweeps of the same ring; see `SweptMoney`. */
const allowed = (
  context: AutomationContext,
  sender: string,
  balance: bigint,
  minBalanceUsd: Numeric,
  wanted: Numeric | undefined,
): Numeric | undefined => {
  const least = ccOf(minBalanceUsd, context.network.round.payload.amuletPrice) ?? 0n;
  const excess = balance > least ? balance - least : 0n;
  const amount = context.swept.allowed(sender, wanted ?? 0n, excess, incoming(context, sender));
  const read = numericFromUnits(amount);
  return wanted === undefined || isLeft(read) ? undefined : read.right;
};

const plan = (
  context: AutomationContext,
  sender: string,
  { receiver, maxBalanceUsd, minBalanceUsd, useTransferPreapproval }: SweepConfig,
): Submission | undefined => {
  const { view, network } = context;
  const price = network.round.payload.amuletPrice;
  const coins = coinsOf(view, sender);
  const balance = sumOf(coins.map(({ amount }) => amount));
  const balanceUsd = balance && usdOf(balance, price);
  const outstandingUsd = useTransferPreapproval
    ? sumOf([])
    : outstanding(context, sender, receiver);
  if (balance === undefined || balanceUsd === undefined || outstandingUsd === undefined)
    return undefined;
  const usd = sweepAmountUsd({ balanceUsd, outstandingUsd, maxBalanceUsd, minBalanceUsd });
  const amount = allowed(context, sender, balance, minBalanceUsd, usd && ccOf(usd, price));
  if (amount === undefined || amount <= 0n) return undefined;
  // an offer that expired may be made again; until then the same coins are offered once
  const reactsTo = `${coins.at(-1)?.contractId ?? ""}/${Math.floor(context.now / offerLifetimeMicros)}`;
  const submission = useTransferPreapproval
    ? send(context, sender, receiver, amount, reactsTo)
    : offer(context, sender, receiver, amount, reactsTo);
  if (submission !== undefined) context.swept.planned(sender, submission.commandId, amount);
  return submission;
};

/**
 * Moves a party's balance above a threshold to another party, by an offer or directly with a
 * preapproval (specification 1, wallet 13.3).
 */
export const sweep: Automation = {
  name: "sweep",
  runsFor: "party",
  bound: { most: 1 },
  lack: "pays nothing",
  plan: (context, party) => {
    const config = context.config.sweeps.get(party);
    const submission = config && plan(context, party, config);
    return submission === undefined || context.isWaiting(submission.commandId) ? [] : [submission];
  },
};
