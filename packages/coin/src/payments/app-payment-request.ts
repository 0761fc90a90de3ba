import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  ledgerTime,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { publicRound } from "../amulet/rounds/open-round.js";
import type { OpenRoundPayload } from "../amulet/rounds/round.js";
import { PaymentTransferContext, TransferInput } from "../amulet/transfer/transfer-types.js";
import { type AppPaymentRequestAction, nextAppPaymentRequestState } from "./app-payment-state.js";
import { requireThat } from "../model/coin-error.js";
import { requireTransition } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import { AcceptedAppPayment } from "./accepted-app-payment.js";
import {
  paymentModuleName,
  ReceiverAmount,
  type ReceiverAmuletAmount,
  receiversOf,
  terminate,
} from "./app-payment.js";
import { lockPayment } from "./locked-payment.js";
import { inCoin } from "./payment-amount.js";

const RequestPayload = record({
  sender: party,
  receiverAmounts: list(ReceiverAmount),
  provider: party,
  dso: party,
  expiresAt: timestamp,
  description: text,
});
type RequestPayload = Static<typeof RequestPayload>;

const partiesOf = ({ sender, provider, receiverAmounts }: RequestPayload) => [
  sender,
  ...receiversOf(receiverAmounts),
  provider,
];

/** An app asks a sender to pay one or several receivers; all of them sign it. */
export const AppPaymentRequest = template(`${paymentModuleName}:AppPaymentRequest`, {
  payload: RequestPayload,
  signatories: partiesOf,
  ensure: ({ receiverAmounts }) => receiverAmounts.every(({ amount: { amount } }) => amount > 0n),
});

/** Stops the command when the state machine does not allow an action now. */
function* requireAction(
  action: AppPaymentRequestAction,
  { expiresAt }: RequestPayload,
): ChoiceProgram<void> {
  const times = { now: yield* ledgerTime(), expiresAt };
  yield* requireTransition(
    nextAppPaymentRequestState("requested", action, times),
    action === "accept" ? "AppPaymentRequest has not expired" : "Contract has expired",
  );
}

const Terminated = record({ terminatedAppPayment: contractId });

function* end(self: string, payload: RequestPayload): ChoiceProgram<Static<typeof Terminated>> {
  const { sender, provider, receiverAmounts } = payload;
  const receivers = receiversOf(receiverAmounts);
  return {
    terminatedAppPayment: yield* terminate({ sender, provider, receivers, reference: self }),
  };
}

/** What the receivers get in CC at a price. */
function* amountsInCoin(
  { receiverAmounts }: RequestPayload,
  round: OpenRoundPayload,
): ChoiceProgram<ReadonlyArray<ReceiverAmuletAmount>> {
  const amounts: Array<ReceiverAmuletAmount> = [];
  for (const { receiver, amount } of receiverAmounts) {
    const amuletAmount = yield* inCoin(amount, round);
    amounts.push({ receiver, amuletAmount });
  }
  return amounts;
}

/** The sender and the sender's wallet provider pay into a lock. */
export const AppPaymentRequest_Accept = choice(AppPaymentRequest, "AppPaymentRequest_Accept", {
  argument: record({
    inputs: list(TransferInput),
    context: PaymentTransferContext,
    walletProvider: party,
  }),
  result: record({ acceptedPayment: contractId, senderChangeAmulet: optional(contractId) }),
  controllers: ({ sender }, { walletProvider }) => [sender, walletProvider],
  *body({ self, payload }, { inputs, context, walletProvider }) {
    const { sender, provider, dso, description } = payload;
    const openRound = yield* publicRound(context.context.openMiningRound, dso, provider);
    const amuletReceiverAmounts = yield* amountsInCoin(payload, openRound);
    yield* requireAction("accept", payload);
    const { lockedAmulet, senderChange, round } = yield* lockPayment({
      dso,
      sender,
      provider,
      walletProvider,
      shares: amuletReceiverAmounts.map(({ receiver, amuletAmount: amount }) => ({
        receiver,
        amount,
      })),
      inputs,
      context,
      openRound,
      lockContext: `amulet-payment-request: ${description}`,
      lockReason: `Locking amulet for payment request: ${description}`,
    });
    const acceptedPayment = yield* create(AcceptedAppPayment, {
      sender,
      amuletReceiverAmounts,
      provider,
      dso,
      lockedAmulet,
      round,
      reference: self,
    });
    return { acceptedPayment, senderChangeAmulet: senderChange };
  },
});

/** The sender does not want to pay. */
export const AppPaymentRequest_Reject = choice(AppPaymentRequest, "AppPaymentRequest_Reject", {
  argument: record({}),
  result: Terminated,
  controllers: ({ sender }) => [sender],
  *body({ self, payload }) {
    yield* requireAction("reject", payload);
    return yield* end(self, payload);
  },
});

/** The receivers together take the request back. */
export const AppPaymentRequest_Withdraw = choice(AppPaymentRequest, "AppPaymentRequest_Withdraw", {
  argument: record({}),
  result: Terminated,
  controllers: ({ receiverAmounts }) => receiversOf(receiverAmounts),
  *body({ self, payload }) {
    yield* requireAction("withdraw", payload);
    return yield* end(self, payload);
  },
});

/** A party archives the expired request. */
export const AppPaymentRequest_Expire = choice(AppPaymentRequest, "AppPaymentRequest_Expire", {
  argument: record({ actor: party }),
  result: Terminated,
  controllers: (_request, { actor }) => [actor],
  *body({ self, payload }, { actor }) {
    yield* requireThat(partiesOf(payload).includes(actor), "Actor is a stakeholder");
    yield* requireAction("expire", payload);
    return yield* end(self, payload);
  },
});

export const appPaymentRequestModule = modulePart({
  templates: [AppPaymentRequest],
  choices: [
    AppPaymentRequest_Accept,
    AppPaymentRequest_Reject,
    AppPaymentRequest_Withdraw,
    AppPaymentRequest_Expire,
  ],
});
