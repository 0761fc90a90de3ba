import { choice, contractId, list, party, record, type Static, template } from "@tallystick/core";
import { Round } from "../amulet/configuration/round-number.js";
import { AmuletCreateSummary } from "../amulet/holding/amulet.js";
import { generalError } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { pair } from "../model/pair.js";
import { paymentModuleName, ReceiverAmuletAmount, receiversOf, terminate } from "./app-payment.js";
import { AppTransferContext } from "./app-transfer-context.js";
import { collectPayment, requireSameRound } from "./locked-payment.js";
import { takeBackPayment, unlockPayment } from "./subscription-payment-lock.js";

const AcceptedPayload = record({
  sender: party,
  amuletReceiverAmounts: list(ReceiverAmuletAmount),
  provider: party,
  dso: party,
  lockedAmulet: contractId,
  round: Round,
  reference: contractId,
});
type AcceptedPayload = Static<typeof AcceptedPayload>;

/** A payment whose CC waits in a lock; `reference` is the request it answers. */
export const AcceptedAppPayment = template(`${paymentModuleName}:AcceptedAppPayment`, {
  payload: AcceptedPayload,
  signatories: ({ sender, provider, amuletReceiverAmounts }) => [
    sender,
    provider,
    ...receiversOf(amuletReceiverAmounts),
  ],
});

const InContext = record({ context: AppTransferContext });
const GivenBack = record({ amulet: AmuletCreateSummary });

const terminateAccepted = ({
  sender,
  provider,
  amuletReceiverAmounts,
  reference,
}: AcceptedPayload) =>
  terminate({ sender, provider, receivers: receiversOf(amuletReceiverAmounts), reference });

/** All parties together give the receivers their CC, in the round the payment was accepted in. */
export const AcceptedAppPayment_Collect = choice(AcceptedAppPayment, "AcceptedAppPayment_Collect", {
  argument: InContext,
  result: record({ receiverAmulets: list(pair(party, contractId)) }),
  controllers: AcceptedAppPayment.signatories,
  *body({ payload }, { context }) {
    const { dso, sender, provider, amuletReceiverAmounts, lockedAmulet, round } = payload;
    const shares = amuletReceiverAmounts.map(({ receiver, amuletAmount: amount }) => ({
      receiver,
      amount,
    }));
    const payment = {
      dso,
      sender,
      provider,
      shares,
      lockedAmulet,
      round,
      transferContext: context,
      reason: "execute Amulet payment",
    };
    yield* requireSameRound(payment, "payment acceptance");
    const amulets = yield* collectPayment(payment);
    const receiverAmulets: Array<{ readonly _1: string; readonly _2: string }> = [];
    for (const [index, { receiver }] of shares.entries()) {
      const amulet = amulets[index] ?? (yield* generalError("A share made no coin"));
      receiverAmulets.push({ _1: receiver, _2: amulet });
    }
    return { receiverAmulets };
  },
});

/** The receivers together do not want it; the CC goes back to the sender. */
export const AcceptedAppPayment_Reject = choice(AcceptedAppPayment, "AcceptedAppPayment_Reject", {
  argument: InContext,
  result: GivenBack,
  controllers: ({ amuletReceiverAmounts }) => receiversOf(amuletReceiverAmounts),
  *body({ payload }, { context }) {
    yield* terminateAccepted(payload);
    const { amuletSum } = yield* unlockPayment(payload.lockedAmulet, payload, context);
    return { amulet: amuletSum };
  },
});

/** No one has collected it while it was locked; the sender takes the CC back. */
export const AcceptedAppPayment_Expire = choice(AcceptedAppPayment, "AcceptedAppPayment_Expire", {
  argument: InContext,
  result: GivenBack,
  controllers: ({ sender }) => [sender],
  *body({ payload }, { context }) {
    yield* terminateAccepted(payload);
    const { amuletSum } = yield* takeBackPayment(payload.lockedAmulet, payload, context);
    return { amulet: amuletSum };
  },
});

export const acceptedAppPaymentModule = modulePart({
  templates: [AcceptedAppPayment],
  choices: [AcceptedAppPayment_Collect, AcceptedAppPayment_Reject, AcceptedAppPayment_Expire],
});
