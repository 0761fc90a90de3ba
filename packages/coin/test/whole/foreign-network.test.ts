import { expect } from "chai";
import {
  Amulet,
  AmuletRules_Transfer,
  AppRewardCoupon,
  coinInputs,
  FeaturedAppRight,
  IssuingMiningRound,
  LockedAmulet,
  TransferPreapproval,
  TransferPreapproval_SendV2,
  type TransferInput,
  transferInstructionV1,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "../../src/index.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  day,
  dso,
  minute,
  partyOf,
  provider,
} from "../coin-fixture.js";
import { int } from "../int-values.js";

/** Who administers a coin of its own on the same node. */
const otherDso = partyOf("OTHER");

const round = { number: int(0n) };
const foreignCoin = {
  dso: otherDso,
  owner: alice,
  amount: {
    initialAmount: cc("5"),
    createdAt: round,
    ratePerRound: { rate: cc("0") },
  },
};

const both = (): CoinLedger => {
  const ledger = new CoinLedger({ parties: [otherDso] });
  ledger.tap(alice, "10");
  return ledger;
};

/** Why a transfer of alice's coins together with something foreign is refused. */
const reasonWith = (
  ledger: CoinLedger,
  foreign: TransferInput,
  rights: ReadonlyArray<readonly [string, string]> = [],
  issuing?: string,
): string =>
  ledger.reasonOf(() =>
    ledger.exercise([alice], AmuletRules_Transfer, ledger.rules, {
      transfer: {
        sender: alice,
        provider: alice,
        inputs: [foreign],
        outputs: [],
        beneficiaries: undefined,
      },
      context: {
        ...ledger.context,
        issuingMiningRounds: issuing === undefined ? [] : [[round, issuing]],
        validatorRights: rights,
      },
      expectedDso: dso,
    }),
  );

const couponOf = (of: string) => ({ dso: of, amount: cc("1"), round });

describe("what another network on the same node made", () => {
  it("is not a coin here", () => {
    const ledger = both();
    const value = ledger.create([otherDso, alice], Amulet, foreignCoin);
    expect(reasonWith(ledger, { tag: "InputAmulet", value })).to.equal(
      "Contract group identifier mismatch",
    );
  });

  it("is not a coin here when its lock has expired either", () => {
    const ledger = both();
    const lock = { holders: [bob], expiresAt: BigInt(ledger.now), optContext: undefined };
    const payload = { amulet: foreignCoin, lock };
    const value = ledger.create([otherDso, alice, bob], LockedAmulet, payload);
    const { TransferFactory_Transfer } = transferInstructionV1;
    const spend = () =>
      ledger.exercise(
        [alice],
        TransferFactory_Transfer,
        ledger.externalRules,
        {
          expectedAdmin: dso,
          transfer: ledger.transferOf(alice, alice, "5", { inputHoldingCids: [value] }),
          extraArgs: ledger.extraArgs(),
        },
        { readAs: [dso, otherDso] },
      );
    expect(ledger.reasonOf(spend)).to.equal("Contract group identifier mismatch");
  });

  it("mints nothing here", () => {
    const ledger = both();
    const app = { ...couponOf(otherDso), provider: alice, featured: true, beneficiary: undefined };
    const ofApp = ledger.create([otherDso], AppRewardCoupon, app);
    const burned = { ...couponOf(otherDso), user: alice };
    const ofBurn = ledger.create([otherDso], ValidatorRewardCoupon, burned);
    const right = { dso: otherDso, user: alice, validator: alice };
    const rights = [[alice, ledger.create([alice], ValidatorRight, right)]] as const;
    expect(reasonWith(ledger, { tag: "InputAppRewardCoupon", value: ofApp })).to.equal(
      "Contract group identifier mismatch",
    );
    expect(
      reasonWith(ledger, { tag: "InputValidatorRewardCoupon", value: ofBurn }, rights),
    ).to.equal("Contract mismatch");
  });

  it("gives no right to mint here", () => {
    const ledger = both();
    const value = ledger.create([dso], ValidatorRewardCoupon, { ...couponOf(dso), user: alice });
    const issuing = ledger.create([dso], IssuingMiningRound, {
      dso,
      round,
      issuancePerValidatorRewardCoupon: cc("1"),
      issuancePerFeaturedAppRewardCoupon: cc("1"),
      issuancePerUnfeaturedAppRewardCoupon: cc("1"),
      issuancePerSvRewardCoupon: cc("1"),
      opensAt: BigInt(ledger.now),
      targetClosesAt: BigInt(ledger.now + minute),
      optIssuancePerValidatorFaucetCoupon: undefined,
    });
    const rightOf = (of: string): ReadonlyArray<readonly [string, string]> => [
      [alice, ledger.create([alice], ValidatorRight, { dso: of, user: alice, validator: alice })],
    ];
    const input = { tag: "InputValidatorRewardCoupon", value } as const;
    expect(reasonWith(ledger, input, rightOf(otherDso), issuing)).to.equal("Contract mismatch");
    expect(reasonWith(ledger, input, rightOf(dso), issuing)).to.equal("accepted");
  });

  it("makes no one featured here", () => {
    const ledger = both();
    const preapproval = ledger.create([dso, bob, provider], TransferPreapproval, {
      dso,
      receiver: bob,
      provider,
      validFrom: BigInt(ledger.now),
      lastRenewedAt: BigInt(ledger.now),
      expiresAt: BigInt(ledger.now + day),
    });
    const sendWith = (of: string): string => {
      const right = ledger.create([of], FeaturedAppRight, { dso: of, provider });
      return ledger.reasonOf(() =>
        ledger.exercise(
          [alice],
          TransferPreapproval_SendV2,
          preapproval,
          {
            context: { externalPartyConfigState: ledger.configState, featuredAppRight: right },
            inputs: coinInputs(ledger.coinsOf(alice)),
            amount: cc("1"),
            sender: alice,
            description: undefined,
          },
          { readAs: [dso, otherDso] },
        ),
      );
    };
    expect(sendWith(otherDso)).to.equal("Contract mismatch");
    expect(sendWith(dso)).to.equal("accepted");
  });
});
