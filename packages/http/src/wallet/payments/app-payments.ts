import {
  AcceptedAppPayment,
  AppPaymentRequest,
  AppPaymentRequest_Accept,
  AppPaymentRequest_Reject,
  walletPaymentsPackage,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { actionOn, listOf, noBody, oneOf, stateful } from "../rows/contract-rows.js";
import { outcomeOf } from "../rows/operations.js";
import { resultText } from "../rows/own-contract.js";
import { LookedUpPath } from "../rows/value-codecs.js";
import { walletRow } from "../rows/wallet-row.js";
import { pay } from "./paying.js";

const path = "/v0/wallet/app-payment-requests";

/** The payer; only it has the request, or its later states, in its wallet. */
const payer = { of: ({ sender }: { readonly sender: string }): string => sender };
/** Other stakeholders learn that they are not the payer, as from the ledger. */
const rejecter = { ...payer, name: "payer" };

/** `POST /v0/wallet/app-payment-requests/{contract_id}/accept` (wallet 3.8): idempotent. */
const acceptPaymentRequest = walletRow({
  method: "POST",
  path: `${path}/{contract_id}/accept`,
  external: "signed",
  summary: "Pay into a lock what an app asks for",
  parameters: LookedUpPath,
  response: wireObject("AcceptAppPaymentRequestResponse", {
    accepted_payment_contract_id: required(wireString),
  }),
  errorStatuses: { 400: "Too little CC", 404: "There is no such request for this party" },
  handle: async ({ parameters: { contract_id: cid } }, services) => {
    const [known] = services.wallet.views.named(AcceptedAppPayment, services.party, cid, 1);
    if (known !== undefined) return { accepted_payment_contract_id: known.contractId };
    const request = {
      template: AppPaymentRequest,
      payer,
      choice: AppPaymentRequest_Accept,
      operationTag: "CO_AppPayment" as const,
      operation: "accept-app-payment",
    };
    const result = await pay(request, services, cid, ({ receiverAmounts }) =>
      receiverAmounts.map(({ amount }) => amount),
    );
    return {
      accepted_payment_contract_id: outcomeOf(result) ?? resultText(result, "acceptedPayment"),
    };
  },
});

/** The rows of app payments (wallet 3.8). */
export const appPaymentRows: ReadonlyArray<Endpoint> = [
  listOf(AppPaymentRequest, {
    path,
    summary: "Payments that apps ask for",
    answer: ["ListAppPaymentRequestsResponse", "payment_requests"],
    form: stateful,
    role: payer,
  }),
  oneOf(AppPaymentRequest, payer, {
    path: `${path}/{contract_id}`,
    summary: "One payment that an app asks for",
    form: stateful,
  }),
  acceptPaymentRequest,
  actionOn(AppPaymentRequest, AppPaymentRequest_Reject, rejecter, {
    path: `${path}/{contract_id}/reject`,
    summary: "Do not pay what an app asks for",
    by: commandsOf(walletPaymentsPackage),
    operation: "reject-app-payment",
    argument: () => ({}),
    reply: noBody,
  }),
  listOf(AcceptedAppPayment, {
    path: "/v0/wallet/accepted-app-payments",
    summary: "Payments that wait for their apps",
    answer: ["ListAcceptedAppPaymentsResponse", "accepted_app_payments"],
    form: stateful,
    role: payer,
  }),
];
