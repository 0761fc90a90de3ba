/**
 * The round in which a coin has become worth nothing: its fee of each round has used it up.
 *
 * @param amount of the coin when it was made, units of 10^-10
 * @param ratePerRound the fee of a round, units of 10^-10
 * @param createdRound the round in which it was made
 * @returns undefined for a coin without a fee
 */
export const expiryRound = (
  amount: bigint,
  ratePerRound: bigint,
  createdRound: bigint,
): bigint | undefined =>
  ratePerRound <= 0n ? undefined : createdRound + (amount + ratePerRound - 1n) / ratePerRound;
