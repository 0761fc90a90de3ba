import {
  type ChoiceProgram,
  type Numeric,
  numeric,
  text,
  timestampMaxMicros,
} from "@tallystick/core";
import { laterBy, plus, zero } from "../../model/arithmetic.js";
import { requireBefore } from "../../model/deadline.js";
import { pair } from "../../model/pair.js";
import {
  named,
  requireExpected,
  requireRelated,
  requireUnique,
} from "../../model/require-related.js";
import {
  burnAccount,
  hasNoAccount,
  isSameAccount,
  requireBasicAccount,
  requireNoAccount,
} from "../../token-standard/accounts.js";
import {
  type AllocationSpecification,
  type AllocationView,
  type SettlementInfo,
  type TransferLegSide,
  TransferSide,
} from "../../token-standard/allocation-v2.js";
import { extraExecutorsKey } from "../../token-standard/bridge-v1.js";
import { netCredit } from "../../token-standard/legs.js";
import { maxLifeOf, type TransferConfigV2 } from "../configuration/amulet-config.js";
import { coinInstrumentName } from "../holding/amulet-payload.js";

// What the coin demands of allocations in the second version of the token standard.

const isOnce = (values: ReadonlyArray<string>): boolean => new Set(values).size === values.length;

const isValidLeg = ({ amount, instrumentId, meta }: TransferLegSide): boolean =>
  amount > 0n &&
  instrumentId === coinInstrumentName &&
  hasNoAccount(meta, "sender") &&
  hasNoAccount(meta, "receiver");

export const isValidSettlement = ({ executors, meta }: SettlementInfo): boolean =>
  executors.length > 0 && !meta.values.has(extraExecutorsKey);

/** Legs once each, over CC; none only where later iterations bring them. */
export const isValidSpecification = ({
  transferLegSides,
  nextIterationFunding,
  meta,
}: AllocationSpecification): boolean =>
  (transferLegSides.length > 0 || nextIterationFunding !== undefined) &&
  isOnce(transferLegSides.map(({ transferLegId, side }) => `${side} ${transferLegId}`)) &&
  transferLegSides.every(isValidLeg) &&
  [...(nextIterationFunding ?? [])].every(
    ([instrument, amount]) => instrument === coinInstrumentName && amount >= 0n,
  ) &&
  hasNoAccount(meta, "authorizer");

const LegAndSide = pair(text, TransferSide);

/** Stops the command unless legs are over CC, between basic accounts or burned. */
export function* requireLegs(legs: ReadonlyArray<TransferLegSide>): ChoiceProgram<void> {
  yield* requireUnique(
    "transferLegSides (id + side)",
    LegAndSide,
    legs.map(({ transferLegId, side }) => ({ _1: transferLegId, _2: side })),
  );
  for (const { side, otherside, amount, instrumentId, meta } of legs) {
    if (side !== "SenderSide" || !isSameAccount(otherside, burnAccount))
      yield* requireBasicAccount("transferLeg.otherside", otherside);
    yield* requireRelated(
      amount > 0n,
      named("transferLeg.amount", numeric, amount),
      "is not greater than",
      named("zero", numeric, zero),
    );
    yield* requireExpected("transferLeg.instrumentId", text, instrumentId, coinInstrumentName);
    yield* requireNoAccount("transferLeg", "sender", meta);
    yield* requireNoAccount("transferLeg", "receiver", meta);
  }
}

/** The CC set aside for later iterations. Stops the command when it is none that can be. */
export function* fundingOf(
  funding: AllocationSpecification["nextIterationFunding"],
): ChoiceProgram<Numeric> {
  let sum = zero;
  for (const [instrument, amount] of [...(funding ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield* requireExpected(
      "nextIterationFunding.instrumentId",
      text,
      instrument,
      coinInstrumentName,
    );
    yield* requireRelated(
      amount >= 0n,
      named("nextIterationFunding.amount", numeric, amount),
      "is less than",
      named("zero", numeric, zero),
    );
    sum = yield* plus(sum, amount);
  }
  return sum;
}

/** What an account gains by legs in CC. */
export const netCoins = (
  authorizer: AllocationSpecification["authorizer"],
  legs: ReadonlyArray<TransferLegSide>,
): ChoiceProgram<Numeric> => netCredit(authorizer, legs, coinInstrumentName);

/**
 * When an allocation expires: as late as it may live from its last use on, but not after its
 * settlement's deadline. Stops the command when that has passed.
 */
export function* expiryOf(
  config: TransferConfigV2,
  since: bigint,
  deadline: bigint | undefined,
): ChoiceProgram<bigint> {
  const life = maxLifeOf(config);
  const latest =
    timestampMaxMicros - since <= life.microseconds
      ? timestampMaxMicros
      : yield* laterBy(since, life);
  const expiresAt = deadline !== undefined && deadline < latest ? deadline : latest;
  yield* requireBefore("allocation.expiresAt", expiresAt);
  return expiresAt;
}

/** The context of a lock for a settlement, as its owner sees it. */
export const settlementLockContext = ({ id }: { readonly id: string }): string =>
  `allocation for settlement of ${id}`;

const distinct = (parties: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(parties)].sort();

const unit = {};

/** Who can do what with an allocation. */
export const availableActions = (
  executors: ReadonlyArray<string>,
  { admin, authorizer, committed, settlementDeadline }: AllocationSpecification,
): AllocationView["availableActions"] => [
  [{ tag: "AA_Settle", value: unit }, [distinct([admin, ...executors])]],
  [{ tag: "AA_Cancel", value: unit }, [distinct(executors)]],
  ...(!committed || settlementDeadline !== undefined
    ? [[{ tag: "AA_Withdraw", value: unit }, [[authorizer.owner ?? admin]]] as const]
    : []),
];
