import { expect } from "chai";
import {
  AmuletRules_MiningRound_Close,
  AmuletRules_Transfer,
  AppRewardCoupon,
  DevelopmentFundCoupon,
  IssuingMiningRound,
  SvRewardCoupon,
  type TransferInput,
  UnclaimedActivityRecord,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "../../../src/index.js";
import { alice, bob, carol, cc, dso, minute, provider, start } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";
import {
  app,
  issuance,
  issuing,
  later,
  mint,
  type MintingLedger,
  round,
} from "../../minting-ledger.js";

interface Kind {
  readonly name: string;
  /** Coupons that Alice may mint. */
  make(ledger: MintingLedger, amount?: bigint): TransferInput;
  readonly minted: string;
  /** What the summary says. */
  readonly as: keyof ReturnType<typeof mint>["summary"];
  /** False for those with a time of their own. */
  readonly ofRound: boolean;
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "a featured app's coupon",
    make: (it) => ({
      tag: "InputAppRewardCoupon",
      value: it.create([dso], AppRewardCoupon, { ...app, featured: true, beneficiary: undefined }),
    }),
    minted: "22.8310502283",
    as: "inputAppRewardAmount",
    ofRound: true,
  },
  {
    name: "an unfeatured app's coupon of a beneficiary",
    make: (it) => ({
      tag: "InputAppRewardCoupon",
      value: it.create([dso], AppRewardCoupon, {
        ...app,
        provider,
        featured: false,
        beneficiary: alice,
      }),
    }),
    minted: "0.9000000000",
    as: "inputAppRewardAmount",
    ofRound: true,
  },
  {
    name: "an SV's coupon",
    make: (it) => ({
      tag: "InputSvRewardCoupon",
      value: it.create([dso], SvRewardCoupon, {
        dso,
        sv: bob,
        beneficiary: alice,
        round,
        weight: int(3),
      }),
    }),
    minted: "78277.8864970647",
    as: "inputSvRewardAmount",
    ofRound: true,
  },
  {
    name: "a liveness record",
    make: (it) => ({
      tag: "InputValidatorLivenessActivityRecord",
      value: it.create([dso], ValidatorLivenessActivityRecord, {
        dso,
        validator: alice,
        round,
      }),
    }),
    minted: "28.5000000000",
    as: "inputValidatorFaucetAmount",
    ofRound: true,
  },
  {
    name: "a faucet coupon",
    make: (it) => ({
      tag: "ExtTransferInput",
      value: {
        dummyUnitField: {},
        optInputValidatorFaucetCoupon: it.create([dso, alice], ValidatorFaucetCoupon, {
          dso,
          validator: alice,
          round,
        }),
      },
    }),
    minted: "28.5000000000",
    as: "inputValidatorFaucetAmount",
    ofRound: true,
  },
  {
    name: "a record of unclaimed activity",
    make: (it) => ({
      tag: "InputUnclaimedActivityRecord",
      value: it.create([dso], UnclaimedActivityRecord, {
        dso,
        beneficiary: alice,
        amount: cc("7.0000000001"),
        reason: "an outage",
        expiresAt: BigInt(later),
      }),
    }),
    minted: "7.0000000001",
    as: "inputUnclaimedActivityRecordAmount",
    ofRound: false,
  },
  {
    name: "a coupon of the development fund",
    make: (it) => ({
      tag: "InputDevelopmentFundCoupon",
      value: it.create([dso], DevelopmentFundCoupon, {
        dso,
        beneficiary: alice,
        fundManager: bob,
        amount: cc("1000"),
        reason: "a grant",
        expiresAt: BigInt(later),
      }),
    }),
    minted: "1000.0000000000",
    as: "inputDevelopmentFundAmount",
    ofRound: false,
  },
];

describe("minting", () => {
  for (const { name, make, minted, as, ofRound } of kinds) {
    describe(name, () => {
      it(`gives ${minted} CC, and the summary says so`, () => {
        const ledger = issuing();
        const { summary } = mint(ledger, [make(ledger)]);
        expect(ledger.balanceOf(alice)).to.equal(minted);
        expect(summary[as]).to.equal(cc(minted));
      });

      it("happens once: not again, and not twice in one transfer", () => {
        const ledger = issuing();
        const input = make(ledger);
        expect(ledger.reasonOf(() => mint(ledger, [input, input]))).to.equal("CONTRACT_NOT_ACTIVE");
        mint(ledger, [input]);
        expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("CONTRACT_NOT_FOUND");
        expect(ledger.balanceOf(alice)).to.equal(minted);
      });

      it("is not for others", () => {
        const ledger = issuing();
        const input = make(ledger);
        const attempt = () => mint(ledger, [input], { sender: carol });
        expect(ledger.reasonOf(attempt)).to.equal("Contract group identifier mismatch");
      });

      if (ofRound) {
        it("needs the coupon's own issuing round, and that it has opened", () => {
          const ledger = issuing();
          const input = make(ledger);
          const six = { number: int(6) };
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: [] }))).to.equal(
            "TransferContext did not contain issuing mining round found for Round {number = 5}",
          );
          const other = ledger.create([dso], IssuingMiningRound, {
            dso,
            round: six,
            ...issuance,
            opensAt: BigInt(start),
            targetClosesAt: BigInt(later),
          });
          const wrong = [[round, other]] as const;
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: wrong }))).to.equal(
            "Contract group identifier mismatch",
          );
          const soon = ledger.create([dso], IssuingMiningRound, {
            dso,
            round,
            ...issuance,
            opensAt: BigInt(ledger.now + 1),
            targetClosesAt: BigInt(later),
          });
          const early = [[round, soon]] as const;
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: early }))).to.equal(
            "deadline-not-exceeded",
          );
          ledger.pass(1);
          mint(ledger, [input], { rounds: early });
        });

        it("is over when the round is closed", () => {
          const ledger = issuing();
          const input = make(ledger);
          ledger.pass(19 * minute);
          ledger.exercise([dso], AmuletRules_MiningRound_Close, ledger.rules, {
            issuingRoundCid: ledger.issuingRound,
          });
          expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("CONTRACT_NOT_FOUND");
        });
      } else {
        it("needs no round, and ends with the coupon's own time", () => {
          const ledger = issuing();
          const inputs = [make(ledger), make(ledger)] as const;
          ledger.now = later - 1;
          mint(ledger, [inputs[0]], { rounds: [] });
          ledger.now = later;
          expect(ledger.reasonOf(() => mint(ledger, [inputs[1]]))).to.equal("deadline-exceeded");
        });
      }
    });
  }

  it("nothing through the extension of inputs is refused", () => {
    const ledger = issuing();
    const input: TransferInput = {
      tag: "ExtTransferInput",
      value: { dummyUnitField: {}, optInputValidatorFaucetCoupon: undefined },
    };
    expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("accepted");
  });

  it("nothing for a record of a round that issues nothing per record", () => {
    const ledger = issuing();
    const six = { number: int(6) };
    const silent = ledger.create([dso], IssuingMiningRound, {
      dso,
      round: six,
      ...issuance,
      optIssuancePerValidatorFaucetCoupon: undefined,
      opensAt: BigInt(start),
      targetClosesAt: BigInt(later),
    });
    const value = ledger.create([dso], ValidatorLivenessActivityRecord, {
      dso,
      validator: alice,
      round: six,
    });
    const input: TransferInput = { tag: "InputValidatorLivenessActivityRecord", value };
    mint(ledger, [input], { rounds: [[six, silent]] });
    expect(ledger.balanceOf(alice)).to.equal("0.0000000000");
  });
});

describe("minting a coupon for a user's burn", () => {
  const burned = (ledger: MintingLedger): TransferInput => ({
    tag: "InputValidatorRewardCoupon",
    value: ledger.create([dso], ValidatorRewardCoupon, {
      dso,
      user: bob,
      amount: cc("12.5"),
      round,
    }),
  });
  const right = (ledger: MintingLedger, user: string, validator: string): string =>
    ledger.create([user, validator], ValidatorRight, { dso, user, validator });

  it("is for the validator with the user's right, once", () => {
    const ledger = issuing();
    const input = burned(ledger);
    const rights = [[bob, right(ledger, bob, alice)]] as const;
    const asAlice = () =>
      ledger.exercise(
        [alice],
        AmuletRules_Transfer,
        ledger.rules,
        {
          transfer: {
            sender: alice,
            provider: alice,
            inputs: [input],
            outputs: [],
            beneficiaries: undefined,
          },
          context: {
            ...ledger.context,
            issuingMiningRounds: [[round, ledger.issuingRound]],
            validatorRights: rights,
          },
          expectedDso: dso,
        },
        { readAs: [dso, bob] },
      );
    const { summary } = asAlice();
    expect(ledger.balanceOf(alice)).to.equal("2.5000000000");
    expect(summary.inputValidatorRewardAmount).to.equal(cc("2.5"));
    expect(ledger.reasonOf(asAlice)).to.equal("CONTRACT_NOT_FOUND");
  });

  it("needs the right of this user, for this validator", () => {
    const ledger = issuing();
    const input = burned(ledger);
    expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal(
      "TransferContext did contain validator right for user",
    );
    const ofCarol = [[bob, right(ledger, bob, carol)]] as const;
    const asBob = () => mint(ledger, [input], { sender: bob, rights: ofCarol });
    expect(ledger.reasonOf(asBob)).to.equal("Contract mismatch");
    const ofAnother = [[bob, right(ledger, carol, alice)]] as const;
    const asAlice = () => mint(ledger, [input], { rights: ofAnother });
    expect(ledger.reasonOf(asAlice)).to.equal("Contract mismatch");
  });
});
