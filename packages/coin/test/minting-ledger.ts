import { AmuletRules_Transfer, IssuingMiningRound, type TransferInput } from "../src/index.js";
import { alice, cc, CoinLedger, dso, minute, start } from "./coin-fixture.js";
import { int } from "./coin-values.js";

/** The round of the coupons here. */
export const round = { number: int(5) };

/** What it issues. */
export const issuance = {
  issuancePerValidatorRewardCoupon: cc("0.2"),
  issuancePerFeaturedAppRewardCoupon: cc("15.2207001522"),
  issuancePerUnfeaturedAppRewardCoupon: cc("0.6"),
  issuancePerSvRewardCoupon: cc("26092.6288323549"),
  optIssuancePerValidatorFaucetCoupon: cc("28.5"),
};

/** A ledger, and an issuing round on it. */
export type MintingLedger = CoinLedger & { readonly issuingRound: string };

/** A ledger with round 5 issuing, from a minute after the start on. */
export const issuing = (): MintingLedger => {
  const ledger = new CoinLedger({ firstRound: 9n });
  const issuingRound = ledger.create([dso], IssuingMiningRound, {
    dso,
    round,
    ...issuance,
    opensAt: BigInt(start + minute),
    targetClosesAt: BigInt(start + 20 * minute),
  });
  ledger.pass(minute);
  return Object.assign(ledger, { issuingRound });
};

/** Who mints, and what the context has. */
interface MintOptions {
  readonly sender?: string;
  readonly rights?: ReadonlyArray<readonly [string, string]>;
  readonly rounds?: ReadonlyArray<readonly [typeof round, string]>;
}

/** Mints coupons by a transfer to no one else. */
export const mint = (
  ledger: MintingLedger,
  inputs: ReadonlyArray<TransferInput>,
  { sender = alice, rights = [], rounds = [[round, ledger.issuingRound]] }: MintOptions = {},
) =>
  ledger.exercise([sender], AmuletRules_Transfer, ledger.rules, {
    transfer: { sender, provider: sender, inputs, outputs: [], beneficiaries: undefined },
    context: { ...ledger.context, issuingMiningRounds: rounds, validatorRights: rights },
    expectedDso: dso,
  });

/** When coupons with a time of their own expire. */
export const later = start + 10 * minute;
/** What most coupons of apps here say. */
export const app = { dso, provider: alice, amount: cc("1.5"), round };
