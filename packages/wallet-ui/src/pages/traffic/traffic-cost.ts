const bytesPerMegabyte = 1_000_000n;
const unitsPerOne = 10_000_000_000n;

/**
 * What traffic costs in coins, rounded up to a unit as the ledger's own amounts are exact: an
 * estimate, the round of the purchase decides.
 *
 * @param bytes how much is bought
 * @param perMegabyte USD for a megabyte, units of 10^-10
 * @param coinPrice USD for one coin, units of 10^-10
 * @returns units of 10^-10; undefined without a price
 */
export const trafficCost = (
  bytes: bigint,
  perMegabyte: bigint,
  coinPrice: bigint,
): bigint | undefined => {
  if (coinPrice <= 0n) return undefined;
  const dividend = bytes * perMegabyte * unitsPerOne;
  const divisor = bytesPerMegabyte * coinPrice;
  return (dividend + divisor - 1n) / divisor;
};
