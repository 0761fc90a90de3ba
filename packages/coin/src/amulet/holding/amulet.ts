import { shownDecimal } from "../../model/shown.js";
import { ExternalPartyConfigState } from "../rounds/external-party-config-state.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  instance,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { noLongerSupported, requireThat } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { Holding, type HoldingView, type InstrumentId } from "../../token-standard/holding-v1.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys, txMetadata } from "../../token-standard/token-metadata.js";
import { ExpiringAmount, isValidExpiringAmount, roundOfExpiry } from "../configuration/fees.js";
import { Round } from "../configuration/round-number.js";
import { TimeLock } from "./time-lock.js";

/** The name of the coin as an instrument. */
export const coinInstrumentName = "Amulet";

/** The coin as an instrument of the token standard. */
export const coinInstrument = (dso: string): InstrumentId => ({
  admin: dso,
  id: coinInstrumentName,
});

const AmuletPayload = record({ dso: party, owner: party, amount: ExpiringAmount }, "Amulet");
/** The contents of a coin. */
export type AmuletPayload = Static<typeof AmuletPayload>;

/** A Holding of CC (specification 2.6): one amount of one owner. */
export const Amulet = template("Splice.Amulet:Amulet", {
  payload: AmuletPayload,
  signatories: ({ dso, owner }) => [dso, owner],
  ensure: ({ amount }) => isValidExpiringAmount(amount),
});

const LockedAmuletPayload = record({ amulet: AmuletPayload, lock: TimeLock });
/** The contents of a locked coin. */
export type LockedAmuletPayload = Static<typeof LockedAmuletPayload>;

/**
 * A Holding that its owner cannot spend before the holders of the lock let go or the lock expires.
 * Its amount is looked at when it is unlocked.
 */
export const LockedAmulet = template("Splice.Amulet:LockedAmulet", {
  payload: LockedAmuletPayload,
  signatories: ({ amulet, lock }) => [amulet.dso, amulet.owner, ...lock.holders],
});

/** The summary of a new coin: which, at what price, in what round. */
export const AmuletCreateSummary = record(
  {
    amulet: contractId,
    amuletPrice: numeric,
    round: Round,
  },
  "AmuletCreateSummary",
);

/** The summary of an older form of expiry, which named the round and what it changed. */
const AmuletExpireSummary = record(
  {
    owner: party,
    round: Round,
    changeToInitialAmountAsOfRoundZero: numeric,
    changeToHoldingFeesRate: numeric,
  },
  "AmuletExpireSummary",
);

const ExpireResult = record({ expireSum: AmuletExpireSummary, meta: optional(Metadata) });
const ExpireV2Result = record({ expireSum: record({ owner: party }), meta: Metadata });
const UnlockResult = record({ amuletSum: AmuletCreateSummary, meta: optional(Metadata) });
const UnlockV2Result = record({ amuletCid: contractId, meta: Metadata });

const BothStates = record({
  externalPartyConfigState0Cid: contractId,
  externalPartyConfigState1Cid: contractId,
});

/**
 * Burns dust: a coin that is dust even at the older of the two rounds that transfers still count
 * from.
 */
function* expire(
  { dso, owner, amount }: AmuletPayload,
  { externalPartyConfigState0Cid, externalPartyConfigState1Cid }: Static<typeof BothStates>,
): ChoiceProgram<Static<typeof ExpireV2Result>> {
  yield* requireThat(
    externalPartyConfigState0Cid !== externalPartyConfigState1Cid,
    "externalPartyConfigState0Cid /= externalPartyConfigState1Cid",
  );
  const of = ExternalPartyConfigState;
  const state0 = yield* fetchOfDso(of, externalPartyConfigState0Cid, dso);
  const state1 = yield* fetchOfDso(of, externalPartyConfigState1Cid, dso);
  const round0 = state0.holdingFeesOpenRoundNumber.number;
  const round1 = state1.holdingFeesOpenRoundNumber.number;
  const round = round0 < round1 ? round0 : round1;
  const expiresAt = yield* roundOfExpiry(amount);
  yield* requireThat(expiresAt !== undefined && expiresAt <= round, "Amulet is expired");
  const meta = txMetadata({ kind: "expire-dust", burned: amount.initialAmount });
  return { expireSum: { owner }, meta };
}

/** The DSO removes dust (specification 8): the whole amount is burned. The owner cannot. */
export const Amulet_ExpireV2 = choice(Amulet, "Amulet_ExpireV2", {
  argument: BothStates,
  result: ExpireV2Result,
  controllers: ({ dso }) => [dso],
  *body({ payload }, states) {
    return yield* expire(payload, states);
  },
});

/** The DSO removes locked dust. */
export const LockedAmulet_ExpireAmuletV2 = choice(LockedAmulet, "LockedAmulet_ExpireAmuletV2", {
  argument: BothStates,
  result: ExpireV2Result,
  controllers: ({ amulet }) => [amulet.dso],
  *body({ payload: { amulet } }, states) {
    return yield* expire(amulet, states);
  },
});

const noLongerSupportedSince = "0.1.17";

/** The older form of {@link Amulet_ExpireV2}, no longer supported. */
export const Amulet_Expire = choice(Amulet, "Amulet_Expire", {
  argument: record({ roundCid: contractId }),
  result: ExpireResult,
  controllers: ({ dso }) => [dso],
  *body() {
    return yield* noLongerSupported("Amulet_Expire", noLongerSupportedSince);
  },
});

/** The older form of {@link LockedAmulet_ExpireAmuletV2}, no longer supported. */
export const LockedAmulet_ExpireAmulet = choice(LockedAmulet, "LockedAmulet_ExpireAmulet", {
  argument: record({ roundCid: contractId }),
  result: ExpireResult,
  controllers: ({ amulet }) => [amulet.dso],
  *body() {
    return yield* noLongerSupported("LockedAmulet_ExpireAmulet", noLongerSupportedSince);
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

const ownerAndHolders = ({ amulet, lock }: LockedAmuletPayload): ReadonlyArray<string> => [
  amulet.owner,
  ...lock.holders,
];
const released = "holders released lock";
const lockExpired = "lock expired";

/** The older form of {@link LockedAmulet_UnlockV2}, no longer supported. */
export const LockedAmulet_Unlock = choice(LockedAmulet, "LockedAmulet_Unlock", {
  argument: record({ openRoundCid: contractId }),
  result: UnlockResult,
  controllers: ownerAndHolders,
  *body() {
    return yield* noLongerSupported("LockedAmulet_Unlock", noLongerSupportedSince);
  },
});

/** Owner and all holders open the lock. */
export const LockedAmulet_UnlockV2 = choice(LockedAmulet, "LockedAmulet_UnlockV2", {
  argument: record({}),
  result: UnlockV2Result,
  controllers: ownerAndHolders,
  *body({ payload }) {
    return yield* unlock(payload, released);
  },
});

/** The older form of {@link LockedAmulet_OwnerExpireLockV2}, no longer supported. */
export const LockedAmulet_OwnerExpireLock = choice(LockedAmulet, "LockedAmulet_OwnerExpireLock", {
  argument: record({ openRoundCid: contractId }),
  result: UnlockResult,
  controllers: ({ amulet }) => [amulet.owner],
  *body() {
    return yield* noLongerSupported("LockedAmulet_OwnerExpireLock", noLongerSupportedSince);
  },
});

/** The owner takes the coin back after the lock has expired. */
export const LockedAmulet_OwnerExpireLockV2 = choice(
  LockedAmulet,
  "LockedAmulet_OwnerExpireLockV2",
  {
    argument: record({}),
    result: UnlockV2Result,
    controllers: ({ amulet }) => [amulet.owner],
    *body({ payload }) {
      yield* requireReached("Lock.expiresAt", payload.lock.expiresAt);
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
      [metadataKeys.ratePerRound, shownDecimal(amount.ratePerRound.rate)],
    ]),
  },
});

/** The coin, locked or not. */
export const amuletModule = modulePart({
  templates: [Amulet, LockedAmulet],
  choices: [
    Amulet_Expire,
    Amulet_ExpireV2,
    LockedAmulet_ExpireAmulet,
    LockedAmulet_ExpireAmuletV2,
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
