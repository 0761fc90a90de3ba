import {
  archive,
  create,
  fetch,
  int64,
  ledgerTime,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { wrongOwner } from "../model/checked-fetch.js";
import { requireThat } from "../model/coin-error.js";
import { requireReached } from "../model/deadline.js";
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
/** Who tops up the traffic of which member. */
export type TopUpLoop = Omit<TopUpStatePayload, "lastPurchasedAt">;

/**
 * When a validator last topped up a member's traffic; keeps crashes and races from buying twice
 * (wallet 13.2).
 */
export const ValidatorTopUpState = template("Splice.Wallet.TopUpState:ValidatorTopUpState", {
  payload: StatePayload,
  signatories: ({ validator }) => [validator],
});

/** The state of a loop that has never bought: it last did in 1970. */
export const neverToppedUp = (loop: TopUpLoop): TopUpStatePayload => ({
  ...loop,
  lastPurchasedAt: 0,
});

/**
 * Sets the time of a top-up loop to now. Stops the command with `wrong-contract` when the state is
 * not that loop's, and with `deadline-not-exceeded` within the interval since its last purchase.
 */
export function* renewTopUpState(
  topUpStateCid: string,
  { dso, validator, memberId, synchronizerId, migrationId }: TopUpLoop,
  minTopupInterval: RelTime,
): ChoiceProgram<void> {
  const state = yield* fetch(ValidatorTopUpState, topUpStateCid);
  if (state.dso !== dso) yield* wrongOwner(ValidatorTopUpState, topUpStateCid, state.dso, dso);
  yield* requireThat(
    state.memberId === memberId &&
      state.synchronizerId === synchronizerId &&
      state.migrationId === migrationId,
    "wrong-contract",
    `The top-up state is of member ${state.memberId} on ${state.synchronizerId} (migration ${state.migrationId}), expected was ${memberId} on ${synchronizerId} (migration ${migrationId}).`,
  );
  yield* archive(ValidatorTopUpState, topUpStateCid);
  if (state.validator !== validator)
    yield* wrongOwner(ValidatorTopUpState, topUpStateCid, state.validator, validator);
  yield* requireReached(
    "ValidatorTopUpState.lastPurchasedAt + minTopupInterval",
    timeAfter(state.lastPurchasedAt, minTopupInterval),
  );
  yield* create(ValidatorTopUpState, { ...state, lastPurchasedAt: yield* ledgerTime() });
}

/** The states of top-up loops. */
export const topUpStateModule = modulePart({ templates: [ValidatorTopUpState] });
