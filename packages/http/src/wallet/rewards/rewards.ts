import {
  AppRewardCoupon,
  SvRewardCoupon,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { required, wireArray, wireObject } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { maxListed, ownContracts } from "../rows/own-contract.js";
import { walletRow } from "../rows/wallet-row.js";

/** Coupons that validators mint for their users: those of every user whose right the party has. */
const validatorCoupons = (wallet: Wallet, party: string): ReadonlyArray<Contract> => {
  const users = wallet.views
    .of(ValidatorRight, party)
    .filter(({ payload }) => payload.validator === party)
    .map(({ payload }) => payload.user);
  return users
    .flatMap((user) => ownContracts(wallet, user, ValidatorRewardCoupon))
    .slice(0, maxListed);
};

const listRow = (
  path: string,
  key: string,
  summary: string,
  contractsOf: (wallet: Wallet, party: string) => ReadonlyArray<Contract>,
): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    access: "user",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: {
      kind: "json",
      codec: wireObject(`List_${key}`, { [key]: required(wireArray(ContractWire)) }),
    },
    handle: ({ wallet, party }) => right({ [key]: contractsOf(wallet, party).map(contractToWire) }),
  });

/** The coupons of a template that the party sees. */
const seen =
  (template: { readonly name: string }) =>
  (wallet: Wallet, party: string): ReadonlyArray<Contract> =>
    ownContracts(wallet, party, template);

/** The rows that list what a party has earned and not minted yet (wallet 3.7). */
export const rewardRows: ReadonlyArray<Endpoint> = [
  listRow(
    "/v0/wallet/app-reward-coupons",
    "app_reward_coupons",
    "Coupons earned as an app's provider or beneficiary",
    seen(AppRewardCoupon),
  ),
  listRow(
    "/v0/wallet/validator-reward-coupons",
    "validator_reward_coupons",
    "Coupons earned by the burns of the users a validator serves",
    validatorCoupons,
  ),
  listRow(
    "/v0/wallet/validator-faucet-coupons",
    "validator_faucet_coupons",
    "Coupons for a validator's liveness, in the older form",
    seen(ValidatorFaucetCoupon),
  ),
  listRow(
    "/v0/wallet/validator-liveness-activity-records",
    "validator_liveness_activity_records",
    "Records of a validator's liveness",
    seen(ValidatorLivenessActivityRecord),
  ),
  listRow(
    "/v0/wallet/sv-reward-coupons",
    "sv_reward_coupons",
    "Coupons of the network's operators",
    seen(SvRewardCoupon),
  ),
];
