import {
  archive,
  create,
  exercise,
  fetch,
  int64,
  type Int64,
  ledgerTime,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { AmuletRules_BuyMemberTraffic } from "../amulet/traffic/amulet-rules-traffic.js";
import type { PaymentTransferContext, TransferInput } from "../amulet/transfer/transfer-types.js";
import { wrongOwner } from "../model/checked-fetch.js";
import { requireReached } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { timeAfter } from "../model/time-span.js";
import type { RelTime } from "../token-standard/metadata-v1.js";

const StatePayload = record({
  dso: party,
  validator: party,
  memberId: text,
  synchronizerId: text,
  migrationId: int64,
  lastPurchasedAt: timestamp,
});
/** What the state of a top-up loop says. */
export type TopUpStatePayload = Static<typeof StatePayload>;

/** When a validator last topped up a member's traffic; keeps crashes and races from buying twice (wallet 13.2). */
export const ValidatorTopUpState = template("Splice.Wallet.TopUpState:ValidatorTopUpState", {
  payload: StatePayload,
  signatories: ({ validator }) => [validator],
});

/** The state of a loop that has never bought, as if it had long ago. */
export const neverToppedUp = (
  loop: Omit<TopUpStatePayload, "lastPurchasedAt">,
): TopUpStatePayload => ({ ...loop, lastPurchasedAt: 0 });

/** One round of a top-up loop. */
export interface TopUp {
  readonly validator: string;
  readonly topUpStateCid: string;
  readonly minTopupInterval: RelTime;
  /** Bytes. */
  readonly trafficAmount: Int64;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly context: PaymentTransferContext;
}

/**
 * Buys traffic for the member of a top-up loop with the validator's authority, and sets the loop's time to now. Stops the
 * command with `wrong-contract` when the state is another validator's, with `deadline-not-reached` within the interval
 * since the last purchase, and with whatever stops {@link AmuletRules_BuyMemberTraffic}.
 */
export function* topUp({
  validator,
  topUpStateCid,
  minTopupInterval,
  trafficAmount,
  inputs,
  context: { amuletRules, context },
}: TopUp): ChoiceProgram<{ readonly topUpStateCid: string; readonly purchasedTraffic: string }> {
  const state = yield* fetch(ValidatorTopUpState, topUpStateCid);
  if (state.validator !== validator)
    return yield* wrongOwner(ValidatorTopUpState, topUpStateCid, state.validator, validator);
  yield* requireReached(
    "ValidatorTopUpState.lastPurchasedAt + minTopupInterval",
    timeAfter(state.lastPurchasedAt, minTopupInterval),
  );
  yield* archive(ValidatorTopUpState, topUpStateCid);
  const { dso, memberId, synchronizerId, migrationId } = state;
  const { purchasedTraffic } = yield* exercise(AmuletRules_BuyMemberTraffic, amuletRules, {
    inputs,
    context,
    provider: validator,
    memberId,
    synchronizerId,
    migrationId,
    trafficAmount,
    expectedDso: dso,
  });
  const lastPurchasedAt = yield* ledgerTime();
  const next = yield* create(ValidatorTopUpState, { ...state, lastPurchasedAt });
  return { topUpStateCid: next, purchasedTraffic };
}

/** The states of top-up loops. */
export const topUpStateModule = modulePart({ templates: [ValidatorTopUpState] });
