import {
  archive,
  type ChoiceProgram,
  create,
  int64,
  ledgerTime,
  party,
  record,
  type Static,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { fetchChecked } from "../model/checked-fetch.js";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import type { RelTime } from "../token-standard/metadata-v1.js";
import { laterBy } from "../model/arithmetic.js";
import { memberGroup } from "../amulet/traffic/member-traffic.js";

const StatePayload = record({
  dso: party,
  validator: party,
  memberId: text,
  synchronizerId: text,
  migrationId: int64,
  lastPurchasedAt: timestamp,
});
/** The contents of the state of a top-up loop. */
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
  lastPurchasedAt: 0n,
});

/**
 * Sets the time of a top-up loop to now. Stops the command when the state is not that loop's, and
 * within the interval since its last purchase.
 */
export function* renewTopUpState(
  topUpStateCid: string,
  loop: TopUpLoop,
  minTopupInterval: RelTime,
): ChoiceProgram<void> {
  const now = yield* ledgerTime();
  const of = ValidatorTopUpState;
  const state = yield* fetchChecked(of, topUpStateCid, memberGroup(loop), memberGroup);
  yield* archive(of, topUpStateCid);
  yield* requireThat(
    loop.validator === state.validator,
    "validator party and ValidatorTopUpState match",
  );
  yield* requireThat(
    (yield* laterBy(state.lastPurchasedAt, minTopupInterval)) <= now,
    "enough time has elapsed since the last topup",
  );
  yield* create(of, { ...state, lastPurchasedAt: now });
}

export const topUpStateModule = modulePart({ templates: [ValidatorTopUpState] });
