import { numeric, optional, record, type Static, type Numeric } from "@tallystick/core";
import { constantNumeric, one } from "../../model/arithmetic.js";

/**
 * How many coins are issued for whom; percentages as parts of 1, caps in CC per CC or, for the
 * faucet, in USD per record.
 */
export const IssuanceConfig = record(
  {
    amuletToIssuePerYear: numeric,
    validatorRewardPercentage: numeric,
    appRewardPercentage: numeric,
    validatorRewardCap: numeric,
    featuredAppRewardCap: numeric,
    unfeaturedAppRewardCap: numeric,
    optValidatorFaucetCap: optional(numeric),
    optDevelopmentFundPercentage: optional(numeric),
  },
  "IssuanceConfig",
);
/** How many coins are issued for whom. */
export type IssuanceConfig = Static<typeof IssuanceConfig>;

const defaultFaucetCap = constantNumeric("2.85");

/** Most USD for one liveness record; 2.85 where the configuration names none (wallet 12.4). */
export const validatorFaucetCap = ({ optValidatorFaucetCap }: IssuanceConfig) =>
  optValidatorFaucetCap ?? defaultFaucetCap;

const defaultDevelopmentFundPercentage = constantNumeric("0.05");

/**
 * The part of every issuance that goes to the development fund; 5 % where the configuration names
 * none.
 */
export const developmentFundPercentageOf = ({
  optDevelopmentFundPercentage,
}: IssuanceConfig): Numeric => optDevelopmentFundPercentage ?? defaultDevelopmentFundPercentage;

/**
 * True for a configuration that issues something, in parts that add up to no more than all of it,
 * and whose caps are not below zero.
 */
export const isValidIssuanceConfig = (config: IssuanceConfig): boolean => {
  const { validatorRewardPercentage, appRewardPercentage } = config;
  const developmentFund = developmentFundPercentageOf(config);
  const notBelowZero = [
    validatorRewardPercentage,
    appRewardPercentage,
    developmentFund,
    config.validatorRewardCap,
    config.featuredAppRewardCap,
    config.unfeaturedAppRewardCap,
    validatorFaucetCap(config),
  ];
  return (
    config.amuletToIssuePerYear > 0n &&
    notBelowZero.every((value) => value >= 0n) &&
    validatorRewardPercentage + appRewardPercentage <= one &&
    developmentFund <= one
  );
};
