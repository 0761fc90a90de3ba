import { allocationV2, coinInstrumentName } from "@tallystick/coin";
import {
  contractId,
  int64,
  type Numeric,
  numericFromUnits,
  optional,
  record,
  template,
  timestamp,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

const Payload = record({
  lockedAmulet: optional(contractId),
  settlement: allocationV2.SettlementInfo,
  allocation: allocationV2.AllocationSpecification,
  expiresAt: timestamp,
  numIterations: int64,
  createdAt: timestamp,
});
/** Allocations of the second version, as far as the wallet reads them. */
export const AmuletAllocationV2 = template("Splice.AmuletAllocationV2:AmuletAllocationV2", {
  payload: Payload,
  signatories: ({ allocation: { admin, authorizer } }) =>
    authorizer.owner === undefined ? [admin] : [admin, authorizer.owner],
  observers: ({ settlement }) => settlement.executors,
});

/**
 * What allocations of the coin lock: what is sent and kept for further iterations, less what is
 * received. Undefined when they lock nothing, or more than an amount can be.
 */
export const fundingOf = ({
  transferLegSides,
  nextIterationFunding,
}: allocationV2.AllocationSpecification): Numeric | undefined => {
  const kept = nextIterationFunding?.get(coinInstrumentName) ?? 0n;
  const units = transferLegSides
    .filter(({ instrumentId }) => instrumentId === coinInstrumentName)
    .reduce<bigint>(
      (sum, { side, amount }) => (side === "SenderSide" ? sum + amount : sum - amount),
      kept,
    );
  const amount = numericFromUnits(units);
  return units <= 0n || isLeft(amount) ? undefined : amount.right;
};

/** The sum of what allocations lock, each by itself; undefined as above. */
export const fundingOfAll = (
  allocations: ReadonlyArray<allocationV2.AllocationSpecification>,
): Numeric | undefined => {
  const units = allocations.reduce((sum, each) => sum + (fundingOf(each) ?? 0n), 0n);
  const amount = numericFromUnits(units);
  return units <= 0n || isLeft(amount) ? undefined : amount.right;
};
