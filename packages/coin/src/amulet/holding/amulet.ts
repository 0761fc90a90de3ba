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
import { basicAccount } from "../../token-standard/accounts.js";
import { Holding, type HoldingView } from "../../token-standard/holding-v1.js";
import {
  Holding as HoldingV2,
  type HoldingView as HoldingViewV2,
} from "../../token-standard/holding-v2.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys, txMetadata } from "../../token-standard/token-metadata.js";
import { isValidExpiringAmount, roundOfExpiry } from "../configuration/fees.js";
import { Round } from "../configuration/round-number.js";
import { AmuletPayload, coinInstrument } from "./amulet-payload.js";
import { logCoinBurn, logUnlock } from "./event-log.js";
import { TimeLock } from "./time-lock.js";

export { type AmuletPayload, coinInstrument, coinInstrumentName } from "./amulet-payload.js";

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
  self: string,
  coin: AmuletPayload,
  { externalPartyConfigState0Cid, externalPartyConfigState1Cid }: Static<typeof BothStates>,
): ChoiceProgram<Static<typeof ExpireV2Result>> {
  const { dso, owner, amount } = coin;
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
  yield* logCoinBurn(coin, externalPartyConfigState0Cid, "expire dust", self);
  const meta = txMetadata({ kind: "expire-dust", burned: amount.initialAmount });
  return { expireSum: { owner }, meta };
}

/** The DSO removes dust (specification 8): the whole amount is burned. The owner cannot. */
export const Amulet_ExpireV2 = choice(Amulet, "Amulet_ExpireV2", {
  argument: BothStates,
  result: ExpireV2Result,
  controllers: ({ dso }) => [dso],
  *body({ self, payload }, states) {
    return yield* expire(self, payload, states);
  },
});

/** The DSO removes locked dust. */
export const LockedAmulet_ExpireAmuletV2 = choice(LockedAmulet, "LockedAmulet_ExpireAmuletV2", {
  argument: BothStates,
  result: ExpireV2Result,
  controllers: ({ amulet }) => [amulet.dso],
  *body({ self, payload: { amulet } }, states) {
    return yield* expire(self, amulet, states);
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
  self: string,
  { amulet }: LockedAmuletPayload,
  { reason, logged = reason }: { readonly reason: string; readonly logged?: string },
): ChoiceProgram<Static<typeof UnlockV2Result>> {
  const amuletCid = yield* create(Amulet, amulet);
  yield* logUnlock(amulet, logged, self, amuletCid);
  return { amuletCid, meta: txMetadata({ kind: "unlock", reason }) };
}

const ownerAndHolders = ({ amulet, lock }: LockedAmuletPayload): ReadonlyArray<string> => [
  amulet.owner,
  ...lock.holders,
];
const released = { reason: "holders released lock" };
const lockExpired = { reason: "lock expired", logged: "owner released expired lock" };

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
  *body({ self, payload }) {
    return yield* unlock(self, payload, released);
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
    *body({ self, payload }) {
      yield* requireReached("Lock.expiresAt", payload.lock.expiresAt);
      return yield* unlock(self, payload, lockExpired);
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

const viewOfCoin = (coin: AmuletPayload): HoldingView => holdingView(coin, undefined);

const viewOfLocked = ({ amulet, lock }: LockedAmuletPayload): HoldingView =>
  holdingView(amulet, {
    holders: lock.holders,
    expiresAt: lock.expiresAt,
    expiresAfter: undefined,
    context: lock.optContext,
  });

/** A coin is in the account of its owner. */
const inAccount = ({ owner, ...view }: HoldingView): HoldingViewV2 => ({
  account: basicAccount(owner),
  ...view,
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
    instance(Amulet, Holding, { view: viewOfCoin, methods: () => ({}) }),
    instance(LockedAmulet, Holding, { view: viewOfLocked, methods: () => ({}) }),
  ],
  later: {
    instances: [
      instance(Amulet, HoldingV2, {
        view: (payload) => inAccount(viewOfCoin(payload)),
        methods: () => ({}),
      }),
      instance(LockedAmulet, HoldingV2, {
        view: (payload) => inAccount(viewOfLocked(payload)),
        methods: () => ({}),
      }),
    ],
  },
});
