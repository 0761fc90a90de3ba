import {
  AppRewardCoupon,
  SvRewardCoupon,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "@tallystick/coin";
import type { Contract, Template } from "@tallystick/core";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { listOf, listRow, plain } from "../rows/contract-rows.js";
import { maxListed, ownContracts } from "../rows/own-contract.js";
import type { WalletServices } from "../rows/wallet-row.js";

/**
 * Coupons that validators mint for their users: those of every user for which the party has a
 * validator right.
 */
const validatorCoupons = ({ wallet, party }: WalletServices): ReadonlyArray<Contract> => {
  const users = wallet.views
    .of(ValidatorRight, party)
    .filter(({ payload }) => payload.validator === party)
    .map(({ payload }) => payload.user);
  return users
    .flatMap((user) => ownContracts(wallet, user, ValidatorRewardCoupon))
    .slice(0, maxListed);
};

/** The name of a row of coupons: with hyphens in the path, without in the answer's field. */
const named = (name: string) => {
  const field = name.replaceAll("-", "_");
  return {
    path: `/v0/wallet/${name}`,
    answer: [`List_${field}`, field] as const,
    form: plain,
  };
};

const couponsOf = <P>(template: Template<P>, name: string, summary: string): Endpoint =>
  listOf(template, { summary, ...named(name) });

/** The rows that list a party's rewards not minted yet (wallet 3.7). */
export const rewardRows: ReadonlyArray<Endpoint> = [
  couponsOf(
    AppRewardCoupon,
    "app-reward-coupons",
    "Coupons earned as an app's provider or beneficiary",
  ),
  listRow({
    ...named("validator-reward-coupons"),
    summary: "Coupons earned by the burns of the users a validator serves",
    form: plain.of(ValidatorRewardCoupon),
    contracts: validatorCoupons,
  }),
  couponsOf(
    ValidatorFaucetCoupon,
    "validator-faucet-coupons",
    "Coupons for a validator's liveness, in the older form",
  ),
  couponsOf(
    ValidatorLivenessActivityRecord,
    "validator-liveness-activity-records",
    "Records of a validator's liveness",
  ),
  couponsOf(SvRewardCoupon, "sv-reward-coupons", "Coupons of the network's operators"),
];
