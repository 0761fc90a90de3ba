import { type PaymentAmount, TransferCommandCounter } from "@tallystick/coin";
import {
  type Int64,
  type Micros,
  type Numeric,
  numericFromUnits,
  type PartyId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { WalletConfig } from "../configuration/wallet-config.js";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { NetworkState } from "../treasury/network-state.js";
import { ccOf, preapprovalFeeInCc, sumOf, trafficCostInCc } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { InboxReason } from "./inbox-item.js";

/** What the reasons follow from. */
export interface InboxContext {
  readonly view: ContractsView;
  /** Undefined while no round is open. */
  readonly network: NetworkState | undefined;
  /** The party of the validator's operator. */
  readonly operator: PartyId;
  readonly config: WalletConfig;
  readonly now: Micros;
  /** Whether the party of the inbox signs outside of the node, which then pays nothing for it. */
  readonly signsOutside: boolean;
}

const notOpen: InboxReason = { code: "round-not-open" };
const automation: InboxReason = { code: "waiting-for-automation" };

/** Whether a party has an amount, and what it lacks. */
const coveredBy = (
  { view, now }: InboxContext,
  network: NetworkState,
  party: PartyId,
  cost: Numeric | undefined,
): InboxReason => {
  // an amount out of range is missing, however much there is
  if (cost === undefined) return { code: "short-of-funds", missing: undefined };
  const { total } = fundingFor(cost, view, network, party, now);
  if (total === undefined || total >= cost) return automation;
  const missing = numericFromUnits(cost - total);
  return { code: "short-of-funds", missing: isLeft(missing) ? undefined : missing.right };
};

/** What the payment of amounts by a party's wallet waits for. */
export const funded = (
  context: InboxContext,
  party: PartyId,
  amounts: ReadonlyArray<PaymentAmount>,
): InboxReason => {
  const { network } = context;
  if (network === undefined) return notOpen;
  const price = network.round.payload.amuletPrice;
  const costs = amounts.map(({ amount, unit }) =>
    unit === "USDUnit" ? ccOf(amount, price) : amount,
  );
  const known = costs.flatMap((cost) => (cost === undefined ? [] : [cost]));
  const cost = known.length === costs.length ? sumOf(known) : undefined;
  return coveredBy(context, network, party, cost);
};

/** What the purchase of traffic by a party's wallet waits for. */
export const trafficFunded = (context: InboxContext, party: PartyId, bytes: Int64): InboxReason => {
  const { network } = context;
  if (network === undefined) return notOpen;
  const cost = trafficCostInCc(bytes, network.config, network.round.payload.amuletPrice);
  return coveredBy(context, network, party, cost);
};

/** What an ordered transfer waits for: those before it, then its delegate. */
export const turnOfCommand = (
  context: InboxContext,
  command: {
    readonly dso: PartyId;
    readonly sender: PartyId;
    readonly delegate: PartyId;
    readonly amount: Numeric;
    readonly nonce: Int64;
  },
): InboxReason => {
  const { dso, sender, delegate, amount, nonce } = command;
  const { view, network, operator } = context;
  if (network === undefined) return notOpen;
  const [counter] = view.named(TransferCommandCounter, dso, sender, 1);
  const behind = nonce - (counter?.payload.nextNonce ?? 0n);
  if (behind > 0n) return { code: "nonce-behind", behind };
  if (delegate !== operator) return { code: "waiting-for-app" };
  return coveredBy(context, network, sender, amount);
};

/** What a proposal of a preapproval waits for. */
export const operatorsTurn = (context: InboxContext, provider: PartyId): InboxReason => {
  const { network, operator, config } = context;
  if (provider !== operator) return { code: "waiting-for-receiver" };
  if (network === undefined) return notOpen;
  const price = network.round.payload.amuletPrice;
  const fee = preapprovalFeeInCc(config.preapprovalLifetimeMicros, network.config, price);
  return coveredBy(context, network, operator, fee).code === "short-of-funds"
    ? { code: "operator-lacks-funds" }
    : { code: "waiting-for-operator" };
};
