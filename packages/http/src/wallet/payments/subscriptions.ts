import {
  Subscription,
  SubscriptionIdleState,
  SubscriptionIdleState_CancelSubscription,
  SubscriptionInitialPayment,
  SubscriptionPayment,
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
  SubscriptionRequest_Reject,
  walletPaymentsPackage,
} from "@tallystick/coin";
import type { Contract, Template } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { payingFunds, totalInCc } from "./app-payments.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { ownContractOnlyAs, ownContractsAs, resultText } from "../rows/own-contract.js";
import { onceId, performOnce, runningNetwork, submissionBy } from "../rows/submissions.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(walletPaymentsPackage);

interface PaidBySender {
  readonly subscriptionData: { readonly sender: string };
}

/** Who pays a subscription; nobody else has it in its wallet. */
const senderOf = ({ subscriptionData }: PaidBySender): string => subscriptionData.sender;

const listRow = <P extends PaidBySender>(
  path: string,
  key: string,
  summary: string,
  template: Template<P>,
): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    access: "user",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: {
      kind: "json",
      codec: wireObject(`List_${key}`, { [key]: required(wireArray(ContractWire)) }),
    },
    handle: ({ wallet, party }) =>
      right({ [key]: ownContractsAs(wallet, party, template, senderOf).map(contractToWire) }),
  });

/** `GET /v0/wallet/subscription-requests/{contract_id}` (wallet 3.9). */
export const getSubscriptionRequest = walletRow({
  method: "GET",
  path: "/v0/wallet/subscription-requests/{contract_id}",
  summary: "One subscription that an app asks for",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ContractWire },
  handle: ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(wallet, party, SubscriptionRequest, cid, senderOf);
    return isLeft(found) ? found : right(contractToWire(found.right.contract));
  },
});

/** `POST /v0/wallet/subscription-requests/{contract_id}/accept` (wallet 3.9). */
export const acceptSubscription = walletRow({
  method: "POST",
  path: "/v0/wallet/subscription-requests/{contract_id}/accept",
  summary: "Subscribe, and pay for the first time",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("AcceptSubscriptionRequestResponse", {
      initial_payment_contract_id: required(wireString),
    }),
  },
  statuses: { 400: "Too little CC", 404: "There is no such request for this party" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const { operator } = wallet.settings;
    const commandId = onceId("accept-subscription", party, cid);
    const done = await performOnce(wallet, party, commandId, () => {
      const found = ownContractOnlyAs(wallet, party, SubscriptionRequest, cid, senderOf);
      if (isLeft(found)) return found;
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const total = totalInCc(network.right, [found.right.payload.payData.paymentAmount]);
      if (isLeft(total)) return total;
      const funds = payingFunds(wallet, network.right, party, total.right);
      if (isLeft(funds)) return funds;
      const { inputs, context } = funds.right;
      const command = exercise(SubscriptionRequest_AcceptAndMakePayment, cid, {
        inputs,
        context,
        walletProvider: operator,
      });
      const submission = submissionBy(wallet, party, commandId, command);
      return right({ ...submission, actAs: [...new Set([party, operator])] });
    });
    return isLeft(done)
      ? done
      : right({
          initial_payment_contract_id: resultText(done.right.result, "subscriptionPayment"),
        });
  },
});

/** `POST /v0/wallet/subscription-requests/{contract_id}/reject` (wallet 3.9). */
export const rejectSubscription = walletRow({
  method: "POST",
  path: "/v0/wallet/subscription-requests/{contract_id}/reject",
  summary: "Do not subscribe",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(wallet, party, SubscriptionRequest, cid, senderOf);
    if (isLeft(found)) return found;
    const command = exercise(SubscriptionRequest_Reject, cid, {});
    const commandId = onceId("reject-subscription", party, cid);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    return isLeft(done) ? done : right(undefined);
  },
});

/**
 * `DELETE /v0/wallet/subscription-requests/{contract_id}` (wallet 3.9): the id is that of the
 * subscription's idle state.
 */
export const cancelSubscription = walletRow({
  method: "DELETE",
  path: "/v0/wallet/subscription-requests/{contract_id}",
  summary: "Cancel a subscription between two payments; the id is that of its idle state",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(wallet, party, SubscriptionIdleState, cid, senderOf);
    if (isLeft(found)) return found;
    const command = exercise(SubscriptionIdleState_CancelSubscription, cid, {});
    const commandId = onceId("cancel-subscription", party, cid);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    return isLeft(done) ? done : right(undefined);
  },
});

/** A subscription and where it is: between two payments, or with one that waits to be collected. */
export const SubscriptionWire = wireObject("SubscriptionWithState", {
  subscription: required(ContractWire),
  state: required(
    wireObject("SubscriptionState", {
      idle: optional(ContractWire),
      payment: optional(ContractWire),
    }),
  ),
});

/** A subscription and where it is. */
export type SubscriptionWire = TypeOf<typeof SubscriptionWire>;

/** The contracts of a state by the subscription they belong to. */
const bySubscription = (
  wallet: Wallet,
  party: string,
  states: ReadonlyArray<{
    readonly contractId: string;
    readonly payload: { readonly subscription: string };
  }>,
  template: { readonly name: string },
): ReadonlyMap<string, Contract> => {
  const contracts = new Map(
    wallet.views.contractsOf(template, party).map((it) => [it.contractId, it]),
  );
  return new Map(
    states.flatMap(({ contractId, payload }) => {
      const contract = contracts.get(contractId);
      return contract === undefined ? [] : [[payload.subscription, contract] as const];
    }),
  );
};

/** `GET /v0/wallet/subscriptions` (wallet 3.9). */
export const listSubscriptions = walletRow({
  method: "GET",
  path: "/v0/wallet/subscriptions",
  summary: "The party's subscriptions",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ListSubscriptionsResponse", {
      subscriptions: required(wireArray(SubscriptionWire)),
    }),
  },
  handle: ({ wallet, party }) => {
    const { views } = wallet;
    const idle = bySubscription(
      wallet,
      party,
      views.of(SubscriptionIdleState, party),
      SubscriptionIdleState,
    );
    const payments = bySubscription(
      wallet,
      party,
      views.of(SubscriptionPayment, party),
      SubscriptionPayment,
    );
    return right({
      subscriptions: ownContractsAs(wallet, party, Subscription, senderOf).flatMap(
        (contract): ReadonlyArray<SubscriptionWire> => {
          const [waiting, paid] = [
            idle.get(contract.contractId),
            payments.get(contract.contractId),
          ];
          const subscription = contractToWire(contract);
          if (waiting !== undefined)
            return [{ subscription, state: { idle: contractToWire(waiting) } }];
          return paid === undefined
            ? []
            : [{ subscription, state: { payment: contractToWire(paid) } }];
        },
      ),
    });
  },
});

/** The rows of subscriptions (wallet 3.9). */
export const subscriptionRows: ReadonlyArray<Endpoint> = [
  listRow(
    "/v0/wallet/subscription-requests",
    "subscription_requests",
    "Subscriptions that apps ask for",
    SubscriptionRequest,
  ),
  getSubscriptionRequest,
  acceptSubscription,
  rejectSubscription,
  cancelSubscription,
  listRow(
    "/v0/wallet/subscription-initial-payments",
    "initial_payments",
    "First payments that wait to be collected",
    SubscriptionInitialPayment,
  ),
  listSubscriptions,
];
