import { type allocationV2, coinInstrumentName } from "@tallystick/coin";
import { type Numeric, numericFromUnits } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

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
