import {
  choice,
  type ChoiceProgram,
  contractId,
  exercise,
  int64,
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
import { AmuletRules_BuyMemberTraffic } from "../amulet/traffic/amulet-rules-traffic.js";
import { PaymentTransferContext, TransferInput } from "../amulet/transfer/transfer-types.js";
import { requireTransition } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import {
  type BuyTrafficRequestAction,
  createdBuyTrafficRequest,
  nextBuyTrafficRequestState,
} from "./buy-traffic-request-state.js";

const RequestPayload = record({
  dso: party,
  endUserParty: party,
  expiresAt: timestamp,
  trackingId: text,
  trafficAmount: int64,
  memberId: text,
  synchronizerId: text,
  migrationId: int64,
});
/** The contents of a request; the amount in bytes. */
export type BuyTrafficRequestPayload = Static<typeof RequestPayload>;

/** A user asks the wallet's automation to buy traffic for a member (wallet 7). */
export const BuyTrafficRequest = template("Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest", {
  payload: RequestPayload,
  signatories: ({ endUserParty }) => [endUserParty],
});

/** The result of every end of a request, so that its status can be found by the tracking id. */
export const BuyTrafficRequestTrackingInfo = record(
  { trackingId: text, endUserParty: party },
  "BuyTrafficRequestTrackingInfo",
);
/** The result of every end of a request. */
export type BuyTrafficRequestTrackingInfo = Static<typeof BuyTrafficRequestTrackingInfo>;

const trackingInfoOf = ({
  trackingId,
  endUserParty,
}: BuyTrafficRequestPayload): BuyTrafficRequestTrackingInfo => ({ trackingId, endUserParty });

/** Stops the command when the state machine does not allow an action now. */
function* requireAction(
  action: BuyTrafficRequestAction,
  { expiresAt }: BuyTrafficRequestPayload,
): ChoiceProgram<void> {
  const times = { now: yield* ledgerTime(), expiresAt };
  yield* requireTransition(
    nextBuyTrafficRequestState(createdBuyTrafficRequest, action, times),
    action.kind === "expire" ? "Contract has expired" : "Contract has not expired",
  );
}

/** The wallet buys the traffic with the user's coins, before the request expires. */
export const BuyTrafficRequest_Complete = choice(BuyTrafficRequest, "BuyTrafficRequest_Complete", {
  argument: record({
    inputs: list(TransferInput),
    context: PaymentTransferContext,
    walletProvider: party,
  }),
  result: record({
    purchasedTraffic: contractId,
    trackingInfo: BuyTrafficRequestTrackingInfo,
    senderChangeAmulet: optional(contractId),
  }),
  controllers: ({ endUserParty }, { walletProvider }) => [endUserParty, walletProvider],
  *body({ payload }, { inputs, context }) {
    yield* requireAction({ kind: "complete" }, payload);
    const { dso, endUserParty, memberId, synchronizerId, migrationId, trafficAmount } = payload;
    const { purchasedTraffic, senderChangeAmulet } = yield* exercise(
      AmuletRules_BuyMemberTraffic,
      context.amuletRules,
      {
        inputs,
        context: context.context,
        provider: endUserParty,
        memberId,
        synchronizerId,
        migrationId,
        trafficAmount,
        expectedDso: dso,
      },
    );
    return { purchasedTraffic, trackingInfo: trackingInfoOf(payload), senderChangeAmulet };
  },
});

/** The request cannot be fulfilled: the wallet gives up, before it expires. */
export const BuyTrafficRequest_Cancel = choice(BuyTrafficRequest, "BuyTrafficRequest_Cancel", {
  argument: record({ reason: text }),
  result: record({ trackingInfo: BuyTrafficRequestTrackingInfo }),
  controllers: ({ endUserParty }) => [endUserParty],
  *body({ payload }, { reason }) {
    yield* requireAction({ kind: "cancel", reason }, payload);
    return { trackingInfo: trackingInfoOf(payload) };
  },
});

/** The request was not fulfilled in time. */
export const BuyTrafficRequest_Expire = choice(BuyTrafficRequest, "BuyTrafficRequest_Expire", {
  argument: record({}),
  result: record({ trackingInfo: BuyTrafficRequestTrackingInfo }),
  controllers: ({ endUserParty }) => [endUserParty],
  *body({ payload }) {
    yield* requireAction({ kind: "expire" }, payload);
    return { trackingInfo: trackingInfoOf(payload) };
  },
});

export const buyTrafficRequestModule = modulePart({
  templates: [BuyTrafficRequest],
  choices: [BuyTrafficRequest_Complete, BuyTrafficRequest_Cancel, BuyTrafficRequest_Expire],
});
