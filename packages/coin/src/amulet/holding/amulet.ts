import {
  choice,
  contractId,
  create,
  instance,
  numeric,
  numericToText,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { computed, minus, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireReached, requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { Holding, type HoldingView, type InstrumentId } from "../../token-standard/holding-v1.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys, txMetadata } from "../../token-standard/token-metadata.js";
import { ExpiringAmount, isDustAt, isValidExpiringAmount } from "../configuration/fees.js";
import { Round } from "../configuration/round-number.js";
import { OpenMiningRound } from "../rounds/round.js";
import { TimeLock } from "./time-lock.js";
import { valueAtRoundZero } from "./value-at-round-zero.js";

/** The name of the coin as an instrument. */
export const coinInstrumentName = "Amulet";

/** The coin as an instrument of the token standard. */
export const coinInstrument = (dso: string): InstrumentId => ({
  admin: dso,
  id: coinInstrumentName,
});

const AmuletPayload = record({ dso: party, owner: party, amount: ExpiringAmount });
/** What a coin says. */
export type AmuletPayload = Static<typeof AmuletPayload>;

/** A Holding of CC (specification 2.6): one amount of one owner. */
export const Amulet = template("Splice.Amulet:Amulet", {
  payload: AmuletPayload,
  signatories: ({ dso, owner }) => [dso, owner],
  ensure: ({ amount }) => isValidExpiringAmount(amount),
});

const LockedAmuletPayload = record({ amulet: AmuletPayload, lock: TimeLock });
/** What a locked coin says. */
export type LockedAmuletPayload = Static<typeof LockedAmuletPayload>;

/** A Holding that its owner cannot spend before the holders of the lock let go or the lock expires. */
export const LockedAmulet = template("Splice.Amulet:LockedAmulet", {
  payload: LockedAmuletPayload,
  signatories: ({ amulet, lock }) => [amulet.dso, amulet.owner, ...lock.holders],
  ensure: ({ amulet }) => isValidExpiringAmount(amulet.amount),
});

const AmuletExpireSummary = record({
  owner: party,
  round: Round,
  changeToInitialAmountAsOfRoundZero: numeric,
  changeToHoldingFeesRate: numeric,
});

const ExpireResult = record({ expireSum: AmuletExpireSummary, meta: optional(Metadata) });

/** The summary of a new coin: which, at what price, in what round. */
export const AmuletCreateSummary = record({
  amulet: contractId,
  amuletPrice: numeric,
  round: Round,
});

const UnlockResult = record({ amuletSum: AmuletCreateSummary, meta: optional(Metadata) });
const UnlockV2Result = record({ amuletCid: contractId, meta: Metadata });

function* expire(
  { dso, owner, amount }: AmuletPayload,
  roundCid: string,
): ChoiceProgram<Static<typeof ExpireResult>> {
  const { round, opensAt } = yield* fetchOfDso(OpenMiningRound, roundCid, dso);
  yield* requireReached("OpenMiningRound.opensAt", opensAt);
  yield* requireThat(
    isDustAt(amount, round),
    "not-expired",
    "The initial amount is not smaller than the accrued holding fee.",
  );
  const value = yield* computed(valueAtRoundZero(amount));
  return {
    expireSum: {
      owner,
      round,
      changeToInitialAmountAsOfRoundZero: yield* minus(zero, value),
      changeToHoldingFeesRate: yield* minus(zero, amount.ratePerRound.rate),
    },
    meta: txMetadata({ kind: "expire-dust", burned: amount.initialAmount }),
  };
}

/** The DSO removes dust (specification 8): the whole amount is burned. The owner cannot. */
export const Amulet_Expire = choice(Amulet, "Amulet_Expire", {
  argument: record({ roundCid: contractId }),
  result: ExpireResult,
  controllers: ({ dso }) => [dso],
  body: ({ payload }, { roundCid }) => expire(payload, roundCid),
});

/** The DSO removes locked dust, once the lock has expired: while it lasts, what it was given for counts on it. */
export const LockedAmulet_ExpireAmulet = choice(LockedAmulet, "LockedAmulet_ExpireAmulet", {
  argument: record({ roundCid: contractId }),
  result: ExpireResult,
  controllers: ({ amulet }) => [amulet.dso],
  *body({ payload: { amulet, lock } }, { roundCid }) {
    yield* requireReached("TimeLock.expiresAt", lock.expiresAt);
    return yield* expire(amulet, roundCid);
  },
});

/** Gives a locked coin back to its owner with its creation round and rate. */
function* unlock(
  { amulet }: LockedAmuletPayload,
  reason: string,
): ChoiceProgram<Static<typeof UnlockV2Result>> {
  const amuletCid = yield* create(Amulet, amulet);
  return { amuletCid, meta: txMetadata({ kind: "unlock", reason }) };
}

/** The same, with a summary that names the round. */
function* unlockInRound(
  payload: LockedAmuletPayload,
  openRoundCid: string,
  reason: string,
): ChoiceProgram<Static<typeof UnlockResult>> {
  const { round, amuletPrice } = yield* fetchOfDso(
    OpenMiningRound,
    openRoundCid,
    payload.amulet.dso,
  );
  const { amuletCid, meta } = yield* unlock(payload, reason);
  return { amuletSum: { amulet: amuletCid, amuletPrice, round }, meta };
}

const ownerAndHolders = ({ amulet, lock }: LockedAmuletPayload): ReadonlyArray<string> => [
  amulet.owner,
  ...lock.holders,
];
const released = "holders released lock";
const lockExpired = "lock expired";

/** Owner and all holders open the lock. */
export const LockedAmulet_Unlock = choice(LockedAmulet, "LockedAmulet_Unlock", {
  argument: record({ openRoundCid: contractId }),
  result: UnlockResult,
  controllers: ownerAndHolders,
  body: ({ payload }, { openRoundCid }) => unlockInRound(payload, openRoundCid, released),
});

/** Owner and all holders open the lock; no round is needed. */
export const LockedAmulet_UnlockV2 = choice(LockedAmulet, "LockedAmulet_UnlockV2", {
  argument: record({}),
  result: UnlockV2Result,
  controllers: ownerAndHolders,
  body: ({ payload }) => unlock(payload, released),
});

/** The owner takes the coin back after the lock has expired. */
export const LockedAmulet_OwnerExpireLock = choice(LockedAmulet, "LockedAmulet_OwnerExpireLock", {
  argument: record({ openRoundCid: contractId }),
  result: UnlockResult,
  controllers: ({ amulet }) => [amulet.owner],
  *body({ payload }, { openRoundCid }) {
    yield* requireReached("TimeLock.expiresAt", payload.lock.expiresAt);
    return yield* unlockInRound(payload, openRoundCid, lockExpired);
  },
});

/** The owner takes the coin back after the lock has expired; no round is needed. */
export const LockedAmulet_OwnerExpireLockV2 = choice(
  LockedAmulet,
  "LockedAmulet_OwnerExpireLockV2",
  {
    argument: record({}),
    result: UnlockV2Result,
    controllers: ({ amulet }) => [amulet.owner],
    *body({ payload }) {
      yield* requireReached("TimeLock.expiresAt", payload.lock.expiresAt);
      return yield* unlock(payload, lockExpired);
    },
  },
);

/** A coin as the token standard shows it (wallet 8.6). */
const holdingView = (
  { dso, owner, amount }: AmuletPayload,
  lock: HoldingView["lock"],
): HoldingView => ({
  owner,
  instrumentId: coinInstrument(dso),
  amount: amount.initialAmount,
  lock,
  meta: {
    values: new Map([
      [metadataKeys.createdInRound, amount.createdAt.number.toString()],
      [metadataKeys.ratePerRound, numericToText(amount.ratePerRound.rate)],
    ]),
  },
});

/** The coin, locked or not. */
export const amuletModule = modulePart({
  templates: [Amulet, LockedAmulet],
  choices: [
    Amulet_Expire,
    LockedAmulet_ExpireAmulet,
    LockedAmulet_Unlock,
    LockedAmulet_UnlockV2,
    LockedAmulet_OwnerExpireLock,
    LockedAmulet_OwnerExpireLockV2,
  ],
  instances: [
    instance(Amulet, Holding, {
      view: (payload) => holdingView(payload, undefined),
      methods: () => ({}),
    }),
    instance(LockedAmulet, Holding, {
      view: ({ amulet, lock }) =>
        holdingView(amulet, {
          holders: lock.holders,
          expiresAt: lock.expiresAt,
          expiresAfter: undefined,
          context: lock.optContext,
        }),
      methods: () => ({}),
    }),
  ],
});
