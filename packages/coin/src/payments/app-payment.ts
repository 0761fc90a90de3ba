import {
  contractId,
  create,
  list,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { PaymentAmount } from "./payment-amount.js";

/** The module of app payments, as clients name it. */
export const paymentModuleName = "Splice.Wallet.Payment";

/** Who is to get how much, as the app asks for it. */
export const ReceiverAmount = record({ receiver: party, amount: PaymentAmount }, "ReceiverAmount");
export type ReceiverAmount = Static<typeof ReceiverAmount>;

/** Who is to get how much, in CC. */
export const ReceiverAmuletAmount = record(
  { receiver: party, amuletAmount: numeric },
  "ReceiverAmuletAmount",
);
export type ReceiverAmuletAmount = Static<typeof ReceiverAmuletAmount>;

const TerminatedPayload = record({
  sender: party,
  provider: party,
  receivers: list(party),
  reference: contractId,
});

/**
 * Says that a payment will not be collected any more, so that the app can end what waited for it.
 */
export const TerminatedAppPayment = template(`${paymentModuleName}:TerminatedAppPayment`, {
  payload: TerminatedPayload,
  signatories: ({ sender, provider, receivers }) => [sender, provider, ...receivers],
});

/** The receivers of amounts, in their order. */
export const receiversOf = (
  amounts: ReadonlyArray<{ readonly receiver: string }>,
): ReadonlyArray<string> => amounts.map(({ receiver }) => receiver);

/** Ends a payment. @returns the contract that says so */
export const terminate = (payload: Static<typeof TerminatedPayload>): ChoiceProgram<string> =>
  create(TerminatedAppPayment, payload);

/** Records of payments that were not made. */
export const terminatedAppPaymentModule = modulePart({ templates: [TerminatedAppPayment] });
