import { emptyMetadata } from "../token-standard/metadata-v1.js";
import { withText } from "../token-standard/token-metadata.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  exercise,
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
import { AmuletRules_Transfer } from "../amulet/transfer/amulet-rules-transfer.js";
import {
  PaymentTransferContext,
  TransferInput,
  TransferResult,
} from "../amulet/transfer/transfer-types.js";
import { zero } from "../model/arithmetic.js";
import { codePoints } from "../model/code-points.js";
import { requireThat } from "../model/coin-error.js";
import { requireTransition } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import { publicRound } from "../amulet/rounds/open-round.js";
import { inCoin, PaymentAmount } from "../payments/payment-amount.js";
import {
  type AcceptedOfferAction,
  nextAcceptedOfferState,
  nextOfferState,
  type OfferAction,
} from "./transfer-offer-state.js";

/** A description and a tracking id are shorter than this, in characters (wallet 6.1). */
const offerTextLimit = 280;

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

const isShort = (shown: string): boolean => codePoints(shown) < offerTextLimit;

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

/** The result of every end of an offer, so that its status can be found by the tracking id. */
export const TransferOfferTrackingInfo = record(
  {
    trackingId: text,
    sender: party,
    receiver: party,
  },
  "TransferOfferTrackingInfo",
);
/** The result of every end of an offer. */
export type TransferOfferTrackingInfo = Static<typeof TransferOfferTrackingInfo>;

const Ended = record({ trackingInfo: TransferOfferTrackingInfo });
const WithReason = record({ reason: text });
const ByActor = record({ actor: party });

const ended = ({ trackingId, sender, receiver }: TransferOfferTrackingInfo) => ({
  trackingInfo: { trackingId, sender, receiver },
});

type Stake = Pick<OfferPayload, "sender" | "receiver" | "expiresAt" | "trackingId">;

const requirementOf = ({ kind }: OfferAction | AcceptedOfferAction): string =>
  kind === "expire" ? "Contract has expired" : "Offer has not expired";

/** Stops the command when the state machine does not allow an action on an offer now. */
function* requireOfferAction(action: OfferAction, { expiresAt }: Stake): ChoiceProgram<void> {
  const next = nextOfferState(action, { now: yield* ledgerTime(), expiresAt });
  yield* requireTransition(next, requirementOf(action));
}

/** Stops the command when the state machine does not allow an action on an accepted offer now. */
function* requireAcceptedAction(
  action: AcceptedOfferAction,
  { expiresAt }: Stake,
): ChoiceProgram<void> {
  const next = nextAcceptedOfferState(action, { now: yield* ledgerTime(), expiresAt });
  yield* requireTransition(next, requirementOf(action));
}

const requireStakeholder = ({ sender, receiver }: Stake, actor: string) =>
  requireThat(actor === sender || actor === receiver, "Actor is a stakeholder");

/** The receiver agrees. */
export const TransferOffer_Accept = choice(TransferOffer, "TransferOffer_Accept", {
  argument: record({}),
  result: record({ acceptedTransferOffer: contractId }),
  controllers: ({ receiver }) => [receiver],
  *body({ payload: { description: _description, ...offer } }) {
    yield* requireOfferAction({ kind: "accept" }, offer);
    return { acceptedTransferOffer: yield* create(AcceptedTransferOffer, offer) };
  },
});

/** The receiver does not want it. */
export const TransferOffer_Reject = choice(TransferOffer, "TransferOffer_Reject", {
  argument: record({}),
  result: Ended,
  controllers: ({ receiver }) => [receiver],
  *body({ payload }) {
    yield* requireOfferAction({ kind: "reject" }, payload);
    return ended(payload);
  },
});

/** The sender takes it back. */
export const TransferOffer_Withdraw = choice(TransferOffer, "TransferOffer_Withdraw", {
  argument: WithReason,
  result: Ended,
  controllers: ({ sender }) => [sender],
  *body({ payload }, { reason }) {
    yield* requireOfferAction({ kind: "withdraw", reason }, payload);
    return ended(payload);
  },
});

/** The sender or the receiver removes it after its time. */
export const TransferOffer_Expire = choice(TransferOffer, "TransferOffer_Expire", {
  argument: ByActor,
  result: Ended,
  controllers: (_offer, { actor }) => [actor],
  *body({ payload }, { actor }) {
    yield* requireOfferAction({ kind: "expire" }, payload);
    yield* requireStakeholder(payload, actor);
    return ended(payload);
  },
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
      yield* requireAcceptedAction({ kind: "complete" }, payload);
      const { sender, receiver, dso } = payload;
      const { amuletRules, context } = transferContext;
      const round = yield* publicRound(context.openMiningRound, dso, sender);
      const amount = yield* inCoin(payload.amount, round);
      const meta = withText(emptyMetadata, "transfer offer accepted");
      const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined, meta };
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
    *body({ payload }, { reason }) {
      yield* requireAcceptedAction({ kind: "abort", reason }, payload);
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
    *body({ payload }, { reason }) {
      yield* requireAcceptedAction({ kind: "withdraw", reason }, payload);
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
    *body({ payload }, { actor }) {
      yield* requireAcceptedAction({ kind: "expire" }, payload);
      yield* requireStakeholder(payload, actor);
      return ended(payload);
    },
  },
);

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
