import {
  choice,
  contractId,
  create,
  exercise,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { AmuletRules_Transfer } from "../amulet/transfer/amulet-rules-transfer.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../amulet/transfer/transfer-types.js";
import { zero } from "../model/arithmetic.js";
import { requireThat } from "../model/coin-error.js";
import { requireBefore, requireReached } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import { inCoin, PaymentAmount } from "../payments/payment-amount.js";

/** A description and a tracking id are shorter than this, in characters (wallet 6.1). */
export const offerTextLimit = 280;

const AcceptedPayload = record({
  sender: party,
  receiver: party,
  dso: party,
  amount: PaymentAmount,
  expiresAt: timestamp,
  trackingId: text,
});

const OfferPayload = record({
  sender: party,
  receiver: party,
  dso: party,
  amount: PaymentAmount,
  description: text,
  expiresAt: timestamp,
  trackingId: text,
});
type OfferPayload = Static<typeof OfferPayload>;

// Daml counts code points, not UTF-16 units
const isShort = (shown: string): boolean => Array.from(shown).length < offerTextLimit;

/**
 * The older transfer offer: nothing is locked, and after acceptance the sender's automation pays.
 */
export const TransferOffer = template("Splice.Wallet.TransferOffer:TransferOffer", {
  payload: OfferPayload,
  signatories: ({ sender }) => [sender],
  observers: ({ receiver }) => [receiver],
  ensure: ({ description, trackingId }) => isShort(description) && isShort(trackingId),
});

/** An offer that waits for the sender's payment. */
export const AcceptedTransferOffer = template("Splice.Wallet.TransferOffer:AcceptedTransferOffer", {
  payload: AcceptedPayload,
  signatories: ({ sender, receiver }) => [sender, receiver],
});

/** What every end of an offer says, so that its status can be found by the tracking id. */
export const TransferOfferTrackingInfo = record({
  trackingId: text,
  sender: party,
  receiver: party,
});
/** What every end of an offer says. */
export type TransferOfferTrackingInfo = Static<typeof TransferOfferTrackingInfo>;

const Ended = record({ trackingInfo: TransferOfferTrackingInfo });
const WithReason = record({ reason: text });
const ByActor = record({ actor: party });

const ended = ({ trackingId, sender, receiver }: TransferOfferTrackingInfo) => ({
  trackingInfo: { trackingId, sender, receiver },
});

type Stake = Pick<OfferPayload, "sender" | "receiver" | "expiresAt" | "trackingId">;

function* expireBy(offer: Stake, actor: string) {
  yield* requireThat(
    actor === offer.sender || actor === offer.receiver,
    "not-authorized",
    "Only the sender and the receiver can expire an offer.",
  );
  yield* requireReached("expiresAt", offer.expiresAt);
  return ended(offer);
}

/** The receiver agrees. */
export const TransferOffer_Accept = choice(TransferOffer, "TransferOffer_Accept", {
  argument: record({}),
  result: record({ acceptedTransferOffer: contractId }),
  controllers: ({ receiver }) => [receiver],
  *body({ payload: { description: _description, ...offer } }) {
    yield* requireBefore("expiresAt", offer.expiresAt);
    return { acceptedTransferOffer: yield* create(AcceptedTransferOffer, offer) };
  },
});

/** The receiver does not want it. */
export const TransferOffer_Reject = choice(TransferOffer, "TransferOffer_Reject", {
  argument: record({}),
  result: Ended,
  controllers: ({ receiver }) => [receiver],
  *body({ payload }) {
    return ended(payload);
  },
});

/** The sender takes it back. */
export const TransferOffer_Withdraw = choice(TransferOffer, "TransferOffer_Withdraw", {
  argument: WithReason,
  result: Ended,
  controllers: ({ sender }) => [sender],
  *body({ payload }) {
    return ended(payload);
  },
});

/** The sender or the receiver removes it after its time. */
export const TransferOffer_Expire = choice(TransferOffer, "TransferOffer_Expire", {
  argument: ByActor,
  result: Ended,
  controllers: (_offer, { actor }) => [actor],
  body: ({ payload }, { actor }) => expireBy(payload, actor),
});

/** The sender and the sender's wallet provider pay what was accepted. */
export const AcceptedTransferOffer_Complete = choice(
  AcceptedTransferOffer,
  "AcceptedTransferOffer_Complete",
  {
    argument: record({
      inputs: list(TransferInput),
      transferContext: PaymentTransferContext,
      walletProvider: party,
    }),
    result: record({
      transferResult: TransferResult,
      trackingInfo: TransferOfferTrackingInfo,
      senderChangeAmulet: optional(contractId),
    }),
    controllers: ({ sender }, { walletProvider }) => [sender, walletProvider],
    *body({ payload }, { inputs, transferContext, walletProvider }) {
      const { sender, receiver, dso, expiresAt } = payload;
      const { amuletRules, context } = transferContext;
      yield* requireBefore("expiresAt", expiresAt);
      const amount = yield* inCoin(payload.amount, {
        dso,
        reader: sender,
        openRoundCid: context.openMiningRound,
      });
      const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined };
      const transferResult = yield* exercise(AmuletRules_Transfer, amuletRules, {
        transfer: {
          sender,
          provider: walletProvider,
          inputs,
          outputs: [output],
          beneficiaries: undefined,
        },
        context,
        expectedDso: dso,
      });
      const { senderChangeAmulet } = transferResult;
      return { transferResult, ...ended(payload), senderChangeAmulet };
    },
  },
);

/** The sender cannot or will not pay. */
export const AcceptedTransferOffer_Abort = choice(
  AcceptedTransferOffer,
  "AcceptedTransferOffer_Abort",
  {
    argument: WithReason,
    result: Ended,
    controllers: ({ sender }) => [sender],
    *body({ payload }) {
      return ended(payload);
    },
  },
);

/** The receiver does not want it any more. */
export const AcceptedTransferOffer_Withdraw = choice(
  AcceptedTransferOffer,
  "AcceptedTransferOffer_Withdraw",
  {
    argument: WithReason,
    result: Ended,
    controllers: ({ receiver }) => [receiver],
    *body({ payload }) {
      return ended(payload);
    },
  },
);

/** The sender or the receiver removes it after its time. */
export const AcceptedTransferOffer_Expire = choice(
  AcceptedTransferOffer,
  "AcceptedTransferOffer_Expire",
  {
    argument: ByActor,
    result: Ended,
    controllers: (_offer, { actor }) => [actor],
    body: ({ payload }, { actor }) => expireBy(payload, actor),
  },
);

/** The older transfer offers. */
export const transferOfferModule = modulePart({
  templates: [TransferOffer, AcceptedTransferOffer],
  choices: [
    TransferOffer_Accept,
    TransferOffer_Reject,
    TransferOffer_Withdraw,
    TransferOffer_Expire,
    AcceptedTransferOffer_Complete,
    AcceptedTransferOffer_Abort,
    AcceptedTransferOffer_Withdraw,
    AcceptedTransferOffer_Expire,
  ],
});
