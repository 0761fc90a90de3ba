import { numeric, optional, record, type Static } from "@tallystick/core";

/** How many coins are issued for whom; percentages as parts of 1, caps in CC per CC or, for the last one, in USD per record. */
export const IssuanceConfig = record({
  amuletToIssuePerYear: numeric,
  validatorRewardPercentage: numeric,
  appRewardPercentage: numeric,
  validatorRewardCap: numeric,
  featuredAppRewardCap: numeric,
  unfeaturedAppRewardCap: numeric,
  optValidatorFaucetCap: optional(numeric),
});
/** How many coins are issued for whom. */
export type IssuanceConfig = Static<typeof IssuanceConfig>;
