import {
  AcceptedAppPayment,
  AppPaymentRequest,
  AppPaymentRequest_Accept,
  AppPaymentRequest_Reject,
  walletPaymentsPackage,
} from "@tallystick/coin";
import type { Numeric } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { ccOf, fundingFor, type NetworkState, outOfFunds, sumOf } from "@tallystick/wallet";
import { commandsOf, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import { ownContractOnlyAs, ownContractsAs, resultText } from "../rows/own-contract.js";
import { onceId, performOnce, runningNetwork, submissionBy } from "../rows/submissions.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { refused, type WalletError, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(walletPaymentsPackage);

/** Who pays; nobody else has the request, or what has become of it, in its wallet. */
const senderOf = ({ sender }: { readonly sender: string }): string => sender;

interface Amount {
  readonly amount: Numeric;
  readonly unit: string;
}

/** What amounts of USD and CC come to in CC at the round's price. Left: too much. */
export const totalInCc = (
  { round }: NetworkState,
  amounts: ReadonlyArray<Amount>,
): Either<WalletError, Numeric> => {
  const price = round.payload.amuletPrice;
  const converted = amounts.map(({ amount, unit }) =>
    unit === "USDUnit" ? ccOf(amount, price) : amount,
  );
  const known = converted.flatMap((amount) => (amount === undefined ? [] : [amount]));
  const total = sumOf(known);
  return total === undefined || known.length < converted.length
    ? refused(400, "The amount is too large.")
    : right(total);
};

/** The party's funds for an amount. Left: they do not cover it. */
export const payingFunds = (
  { views, now }: Wallet,
  network: NetworkState,
  party: string,
  amount: Numeric,
): Either<WalletError, ReturnType<typeof fundingFor>> => {
  const funding = fundingFor(amount, views, network, party, now());
  return funding.total === undefined || funding.total < amount
    ? refused(400, `The amulet operation failed: ${outOfFunds(amount, funding.total ?? amount)}`)
    : right(funding);
};

/** `GET /v0/wallet/app-payment-requests` (wallet 3.8). */
export const listPaymentRequests = walletRow({
  method: "GET",
  path: "/v0/wallet/app-payment-requests",
  summary: "Payments that apps ask for",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ListAppPaymentRequestsResponse", {
      payment_requests: required(wireArray(ContractWithState)),
    }),
  },
  handle: ({ wallet, party }) =>
    right({
      payment_requests: ownContractsAs(wallet, party, AppPaymentRequest, senderOf).map((it) =>
        withState(it, wallet.settings.synchronizerId),
      ),
    }),
});

/** `GET /v0/wallet/app-payment-requests/{contract_id}` (wallet 3.8). */
export const getPaymentRequest = walletRow({
  method: "GET",
  path: "/v0/wallet/app-payment-requests/{contract_id}",
  summary: "One payment that an app asks for",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ContractWithState },
  handle: ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(wallet, party, AppPaymentRequest, cid, senderOf);
    return isLeft(found)
      ? found
      : right(withState(found.right.contract, wallet.settings.synchronizerId));
  },
});

/** `POST /v0/wallet/app-payment-requests/{contract_id}/accept` (wallet 3.8): repeatable. */
export const acceptPaymentRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/app-payment-requests/{contract_id}/accept",
  summary: "Pay into a lock what an app asks for",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("AcceptAppPaymentRequestResponse", {
      accepted_payment_contract_id: required(wireString),
    }),
  },
  statuses: { 400: "Too little CC", 404: "There is no such request for this party" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const [known] = wallet.views.named(AcceptedAppPayment, party, cid, 1);
    if (known !== undefined) return right({ accepted_payment_contract_id: known.contractId });
    const { operator } = wallet.settings;
    const commandId = onceId("accept-app-payment", party, cid);
    const done = await performOnce(wallet, party, commandId, () => {
      const found = ownContractOnlyAs(wallet, party, AppPaymentRequest, cid, senderOf);
      if (isLeft(found)) return found;
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const amounts = found.right.payload.receiverAmounts.map(({ amount }) => amount);
      const total = totalInCc(network.right, amounts);
      if (isLeft(total)) return total;
      const funds = payingFunds(wallet, network.right, party, total.right);
      if (isLeft(funds)) return funds;
      const { inputs, context } = funds.right;
      const command = exercise(AppPaymentRequest_Accept, cid, {
        inputs,
        context,
        walletProvider: operator,
      });
      const submission = submissionBy(wallet, party, commandId, command);
      return right({ ...submission, actAs: [...new Set([party, operator])] });
    });
    return isLeft(done)
      ? done
      : right({ accepted_payment_contract_id: resultText(done.right.result, "acceptedPayment") });
  },
});

/** `POST /v0/wallet/app-payment-requests/{contract_id}/reject` (wallet 3.8). */
export const rejectPaymentRequest = walletRow({
  method: "POST",
  path: "/v0/wallet/app-payment-requests/{contract_id}/reject",
  summary: "Do not pay what an app asks for",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(wallet, party, AppPaymentRequest, cid, senderOf);
    if (isLeft(found)) return found;
    const command = exercise(AppPaymentRequest_Reject, cid, {});
    const commandId = onceId("reject-app-payment", party, cid);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    return isLeft(done) ? done : right(undefined);
  },
});

/** `GET /v0/wallet/accepted-app-payments` (wallet 3.8). */
export const listAcceptedPayments = walletRow({
  method: "GET",
  path: "/v0/wallet/accepted-app-payments",
  summary: "Payments that wait for their apps",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: wireObject("ListAcceptedAppPaymentsResponse", {
      accepted_app_payments: required(wireArray(ContractWithState)),
    }),
  },
  handle: ({ wallet, party }) =>
    right({
      accepted_app_payments: ownContractsAs(wallet, party, AcceptedAppPayment, senderOf).map((it) =>
        withState(it, wallet.settings.synchronizerId),
      ),
    }),
});

/** The rows of app payments (wallet 3.8). */
export const appPaymentRows: ReadonlyArray<Endpoint> = [
  listPaymentRequests,
  getPaymentRequest,
  acceptPaymentRequest,
  rejectPaymentRequest,
  listAcceptedPayments,
];
