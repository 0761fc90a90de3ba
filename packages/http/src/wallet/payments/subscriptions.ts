import {
  isPaidAutomaticallyAt,
  Subscription,
  SubscriptionIdleState,
  SubscriptionIdleState_CancelSubscription,
  SubscriptionIdleState_MakePayment,
  SubscriptionInitialPayment,
  SubscriptionPayment,
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
  SubscriptionRequest_Reject,
  walletPaymentsPackage,
} from "@tallystick/coin";
import {
  commandsOf,
  type Contract,
  microsToText,
  type PartyId,
  type Static,
  type Template,
} from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { optional, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, listOf, noBody, oneOf, plain } from "../rows/contract-rows.js";
import { contractToWire } from "../rows/contract-wire.js";
import { outcomeOf } from "../rows/operations.js";
import { ownContract, ownContracts, resultText } from "../rows/own-contract.js";
import { contractWireOf } from "../rows/payload-schema.js";
import { ContractIdPath, LookedUpPath } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { pay } from "./paying.js";

const path = "/v0/wallet/subscription-requests";

interface PaidBySender {
  readonly subscriptionData: { readonly sender: string };
}

/** The payer of a subscription; only it has the subscription in its wallet. */
const payer = { of: ({ subscriptionData }: PaidBySender): string => subscriptionData.sender };

/** Other stakeholders learn that they are not the payer, as from the ledger. */
const ender = { ...payer, name: "payer" };

const action = {
  by: commandsOf(walletPaymentsPackage),
  argument: () => ({}),
  reply: noBody,
};

/** `POST /v0/wallet/subscription-requests/{contract_id}/accept` (wallet 3.9). */
const acceptSubscription = walletRow({
  method: "POST",
  path: `${path}/{contract_id}/accept`,
  external: "signed",
  summary: "Subscribe, and pay for the first time",
  parameters: LookedUpPath,
  response: wireObject("AcceptSubscriptionRequestResponse", {
    initial_payment_contract_id: required(wireString),
  }),
  errorStatuses: { 400: "Too little CC", 404: "There is no such request for this party" },
  handle: async ({ parameters }, services) => {
    const { contract_id: cid } = parameters;
    const { wallet, party, executed } = services;
    // what a party has signed ends the request
    if (executed === undefined) ownContract(wallet, party, SubscriptionRequest, cid, payer);
    const request = {
      template: SubscriptionRequest,
      payer,
      choice: SubscriptionRequest_AcceptAndMakePayment,
      operationTag: "CO_SubscriptionAcceptAndMakeInitialPayment" as const,
      operation: "accept-subscription",
    };
    const result = await pay(request, services, cid, ({ payData }) => [payData.paymentAmount]);
    return {
      initial_payment_contract_id: outcomeOf(result) ?? resultText(result, "subscriptionPayment"),
    };
  },
});

/** Throws 400 before the time from which on the next payment can be made. */
const requireDue = (
  { now }: Wallet,
  { nextPaymentDueAt: due, payData }: Static<(typeof SubscriptionIdleState)["payload"]>,
): void => {
  if (isPaidAutomaticallyAt(BigInt(now()), due, payData.paymentDuration)) return;
  const from = microsToText(due - payData.paymentDuration.microseconds);
  throw refused(
    400,
    `The next payment can be made after ${from} only; it is due ${microsToText(due)}.`,
  );
};

/** `POST /v0/wallet/subscriptions/{contract_id}/pay`, ours. */
const paySubscription = walletRow({
  method: "POST",
  path: "/v0/wallet/subscriptions/{contract_id}/pay",
  external: "signed",
  summary: "Make the next payment of a subscription; the id is that of its idle state",
  description:
    "Wallets of the node pay by themselves; a party that signs outside of it pays so. An addition of this node.",
  parameters: ContractIdPath,
  response: wireObject("PaySubscriptionResponse", { payment_contract_id: required(wireString) }),
  errorStatuses: {
    400: "Too little CC, or the payment is not due yet",
    404: "There is no such subscription between two payments of this party",
  },
  handle: async ({ parameters: { contract_id: cid } }, services) => {
    const { wallet, party, executed } = services;
    if (executed === undefined)
      requireDue(wallet, ownContract(wallet, party, SubscriptionIdleState, cid, payer).payload);
    const request = {
      template: SubscriptionIdleState,
      payer,
      choice: SubscriptionIdleState_MakePayment,
      operationTag: "CO_SubscriptionMakePayment" as const,
      operation: "pay-subscription-due",
    };
    const result = await pay(request, services, cid, ({ payData }) => [payData.paymentAmount]);
    return {
      payment_contract_id: outcomeOf(result) ?? resultText(result, "subscriptionPayment"),
    };
  },
});

/** A subscription and its state: between two payments, or with one to be collected. */
const SubscriptionWire = wireObject("SubscriptionWithState", {
  subscription: required(contractWireOf(Subscription)),
  state: required(
    wireObject("SubscriptionState", {
      idle: optional(contractWireOf(SubscriptionIdleState)),
      payment: optional(contractWireOf(SubscriptionPayment)),
    }),
  ),
});

/** The contracts of a state by the subscription they belong to. */
const bySubscription = (
  { views }: Wallet,
  party: PartyId,
  template: Template<{ readonly subscription: string }>,
): ReadonlyMap<string, Contract> => {
  const contracts = new Map(views.contractsOf(template, party).map((it) => [it.contractId, it]));
  return new Map(
    views.of(template, party).flatMap(({ contractId, payload }) => {
      const contract = contracts.get(contractId);
      return contract === undefined ? [] : [[payload.subscription, contract] as const];
    }),
  );
};

/** `GET /v0/wallet/subscriptions` (wallet 3.9). */
const listSubscriptions = walletRow({
  method: "GET",
  path: "/v0/wallet/subscriptions",
  summary: "The party's subscriptions",
  response: wireObject("ListSubscriptionsResponse", {
    subscriptions: required(wireArray(SubscriptionWire)),
  }),
  handle: (_request, { wallet, party }) => {
    const idle = bySubscription(wallet, party, SubscriptionIdleState);
    const payments = bySubscription(wallet, party, SubscriptionPayment);
    const shown = (contract: Contract): ReadonlyArray<TypeOf<typeof SubscriptionWire>> => {
      const waiting = idle.get(contract.contractId);
      const paid = payments.get(contract.contractId);
      const subscription = contractToWire(contract);
      if (waiting !== undefined)
        return [{ subscription, state: { idle: contractToWire(waiting) } }];
      return paid === undefined ? [] : [{ subscription, state: { payment: contractToWire(paid) } }];
    };
    return { subscriptions: ownContracts(wallet, party, Subscription, payer).flatMap(shown) };
  },
});

/** The rows of subscriptions (wallet 3.9). */
export const subscriptionRows: ReadonlyArray<Endpoint> = [
  listOf(SubscriptionRequest, {
    path,
    summary: "Subscriptions that apps ask for",
    answer: ["List_subscription_requests", "subscription_requests"],
    form: plain,
    role: payer,
  }),
  oneOf(SubscriptionRequest, payer, {
    path: `${path}/{contract_id}`,
    summary: "One subscription that an app asks for",
    form: plain,
  }),
  acceptSubscription,
  actionOn(SubscriptionRequest, SubscriptionRequest_Reject, ender, {
    path: `${path}/{contract_id}/reject`,
    summary: "Do not subscribe",
    operation: "reject-subscription",
    ...action,
  }),
  actionOn(SubscriptionIdleState, SubscriptionIdleState_CancelSubscription, ender, {
    method: "DELETE",
    path: `${path}/{contract_id}`,
    summary: "Cancel a subscription between two payments; the id is that of its idle state",
    operation: "cancel-subscription",
    ...action,
  }),
  listOf(SubscriptionInitialPayment, {
    path: "/v0/wallet/subscription-initial-payments",
    summary: "First payments that wait to be collected",
    answer: ["List_initial_payments", "initial_payments"],
    form: plain,
    role: payer,
  }),
  listSubscriptions,
  paySubscription,
];
