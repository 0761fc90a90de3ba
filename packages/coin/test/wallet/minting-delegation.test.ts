import { expect } from "chai";
import type { Choice } from "@tallystick/core";
import {
  coinInputs,
  coinsToMerge,
  Amulet,
  AmuletRules_DevNet_FeatureApp,
  AppRewardCoupon,
  IssuingMiningRound,
  MintingDelegation,
  MintingDelegation_Mint,
  MintingDelegation_Reject,
  type MintingDelegationPayload,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
  MintingDelegationProposal_Reject,
  type TransferInput,
} from "../../src/index.js";
import {
  MintingDelegation_Withdraw,
  MintingDelegationProposal_Withdraw,
} from "../../src/wallet/minting-delegation.js";
import {
  alice,
  bob,
  carol,
  CoinLedger,
  cc,
  coinsAsInputs,
  day,
  dso,
  provider,
  start,
} from "../coin-fixture.js";
import { int } from "../int-values.js";

const limit = int(3n);
const delegation: MintingDelegationPayload = {
  beneficiary: alice,
  delegate: provider,
  dso,
  expiresAt: BigInt(start + day),
  amuletMergeLimit: limit,
};

const proposed = (changes: Partial<MintingDelegationPayload> = {}) => {
  const ledger = new CoinLedger();
  const proposal = ledger.create([alice], MintingDelegationProposal, {
    delegation: { ...delegation, ...changes },
  });
  return { ledger, proposal };
};

const delegated = () => {
  const ledger = new CoinLedger();
  const cid = ledger.create([alice, provider], MintingDelegation, delegation);
  return { ledger, cid };
};

const mint = (
  ledger: CoinLedger,
  cid: string,
  inputs: ReadonlyArray<TransferInput>,
  by: ReadonlyArray<string> = [provider],
) =>
  ledger.exercise(by, MintingDelegation_Mint, cid, { inputs, context: ledger.paymentContext() })
    .transferResult;

type End = Choice<Record<never, never>, unknown>;

describe("a proposal of a minting delegation", () => {
  const accept = (
    ledger: CoinLedger,
    proposal: string,
    existingDelegationCid?: string,
    by = provider,
  ) =>
    ledger.exercise(
      [by],
      MintingDelegationProposal_Accept,
      proposal,
      { existingDelegationCid },
      { readAs: [alice, dso] },
    );

  it("becomes the delegation it proposes, and the proposal is gone", () => {
    const { ledger, proposal } = proposed();
    const { mintingDelegationCid } = accept(ledger, proposal);
    expect(ledger.active(MintingDelegation)).to.deep.equal([
      { contractId: mintingDelegationCid, payload: delegation },
    ]);
    expect(ledger.reasonOf(() => accept(ledger, proposal))).to.equal("CONTRACT_NOT_FOUND");
  });

  for (const by of [alice, bob, dso]) {
    it(`cannot be accepted by ${by.split("::")[0]}`, () => {
      const { ledger, proposal } = proposed();
      expect(ledger.reasonOf(() => accept(ledger, proposal, undefined, by))).to.equal(
        "DAML_AUTHORIZATION_ERROR",
      );
    });
  }

  it("replaces an existing delegation of the same parties at once", () => {
    const { ledger, proposal } = proposed({ amuletMergeLimit: int(10n) });
    const existing = ledger.create([alice, provider], MintingDelegation, delegation);
    accept(ledger, proposal, existing);
    expect(
      ledger.active(MintingDelegation).map(({ payload }) => payload.amuletMergeLimit),
    ).to.deep.equal([10n]);
  });

  it("leaves an existing delegation alone that is not named", () => {
    const { ledger, proposal } = proposed();
    ledger.create([alice, provider], MintingDelegation, delegation);
    accept(ledger, proposal);
    expect(ledger.active(MintingDelegation)).to.have.lengthOf(2);
  });

  const others: ReadonlyArray<readonly [string, Partial<MintingDelegationPayload>, string]> = [
    ["of another beneficiary", { beneficiary: bob }, "Contract group identifier mismatch"],
    ["to another delegate", { delegate: bob }, "DAML_AUTHORIZATION_ERROR"],
    ["for another coin", { dso: bob }, "Contract group identifier mismatch"],
    ["between others", { beneficiary: bob, delegate: carol }, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, changes, outcome] of others) {
    it(`does not replace a delegation ${name}: ${outcome}`, () => {
      const { ledger, proposal } = proposed();
      const other = { ...delegation, ...changes };
      const cid = ledger.create([other.beneficiary, other.delegate], MintingDelegation, other);
      const attempt = () =>
        ledger.exercise(
          [provider],
          MintingDelegationProposal_Accept,
          proposal,
          { existingDelegationCid: cid },
          { readAs: [alice, bob, carol] },
        );
      expect(ledger.reasonOf(attempt)).to.equal(outcome);
      expect(ledger.active(MintingDelegation)).to.have.lengthOf(1);
    });
  }

  const ends: ReadonlyArray<readonly [End, string, string]> = [
    [MintingDelegationProposal_Reject, provider, "accepted"],
    [MintingDelegationProposal_Reject, alice, "DAML_AUTHORIZATION_ERROR"],
    [MintingDelegationProposal_Withdraw, alice, "accepted"],
    [MintingDelegationProposal_Withdraw, provider, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [choice, by, outcome] of ends) {
    it(`answers ${choice.name} by ${by.split("::")[0]} with ${outcome}, early and late, and only once`, () => {
      for (const after of [0, 2 * day]) {
        const { ledger, proposal } = proposed();
        ledger.pass(after);
        const end = () => ledger.reasonOf(() => ledger.exercise([by], choice, proposal, {}));
        expect(end()).to.equal(outcome);
        expect(ledger.active(MintingDelegationProposal)).to.have.lengthOf(
          outcome === "accepted" ? 0 : 1,
        );
        expect(ledger.active(MintingDelegation)).to.deep.equal([]);
        expect(end()).to.equal(outcome === "accepted" ? "CONTRACT_NOT_FOUND" : outcome);
      }
    });
  }

  it("accepted after its time lets no one mint", () => {
    const { ledger, proposal } = proposed();
    ledger.pass(day);
    const { mintingDelegationCid } = accept(ledger, proposal);
    ledger.tap(alice, "1");
    expect(
      ledger.reasonOf(() => mint(ledger, mintingDelegationCid, coinsAsInputs(ledger, alice))),
    ).to.equal("deadline-exceeded");
  });
});

describe("a minting delegation", () => {
  it("mints a coupon of the beneficiary together with its coins into one coin", () => {
    const { ledger, cid } = delegated();
    const zero = cc("0");
    const issuing = ledger.create([dso], IssuingMiningRound, {
      dso,
      round: { number: int(0n) },
      issuancePerValidatorRewardCoupon: zero,
      issuancePerFeaturedAppRewardCoupon: cc("2"),
      issuancePerUnfeaturedAppRewardCoupon: zero,
      issuancePerSvRewardCoupon: zero,
      opensAt: BigInt(ledger.now),
      targetClosesAt: BigInt(ledger.now + day),
      optIssuancePerValidatorFaucetCoupon: undefined,
    });
    const coupon = ledger.create([dso], AppRewardCoupon, {
      dso,
      provider: alice,
      featured: true,
      amount: cc("1.5"),
      round: { number: int(0n) },
      beneficiary: undefined,
    });
    ledger.tap(alice, "4");
    const context = ledger.paymentContext({
      issuingMiningRounds: [[{ number: int(0n) }, issuing]],
    });
    const inputs: ReadonlyArray<TransferInput> = [
      { tag: "InputAppRewardCoupon", value: coupon },
      ...coinsAsInputs(ledger, alice),
    ];
    const { transferResult } = ledger.exercise([provider], MintingDelegation_Mint, cid, {
      inputs,
      context,
    });
    expect(transferResult.summary.inputAppRewardAmount).to.equal(cc("3"));
    expect(ledger.coinsOf(alice)).to.deep.equal([transferResult.senderChangeAmulet]);
    expect(ledger.balanceOf(alice)).to.equal("7.0000000000");
    expect(ledger.balanceOf(provider)).to.equal("0.0000000000");
  });

  it("merges down to the limit the beneficiary wants, and then has nothing to merge", () => {
    const { ledger, cid } = delegated();
    for (const amount of ["6", "1", "5", "2", "4", "3"]) ledger.tap(alice, amount);
    const due = () => {
      const coins = ledger.active(Amulet).map(({ contractId, payload }) => ({
        contractId,
        amount: payload.amount.initialAmount,
      }));
      return coinsToMerge(coins, limit, 100);
    };
    mint(ledger, cid, coinInputs(due()));
    const left = ledger.active(Amulet).map(({ payload }) => payload.amount.initialAmount);
    expect(left).to.have.members([cc("10"), cc("5"), cc("6")]);
    expect(due()).to.deep.equal([]);
  });

  it("earns the delegate nothing, even if it is featured", () => {
    const { ledger, cid } = delegated();
    ledger.tap(alice, "1");
    const { featuredAppRightCid } = ledger.exercise(
      [provider],
      AmuletRules_DevNet_FeatureApp,
      ledger.rules,
      { provider },
    );
    ledger.exercise([provider], MintingDelegation_Mint, cid, {
      inputs: coinsAsInputs(ledger, alice),
      context: ledger.paymentContext({ featuredAppRight: featuredAppRightCid }),
    });
    expect(ledger.active(AppRewardCoupon)).to.deep.equal([]);
  });

  const times: ReadonlyArray<readonly [string, number, string]> = [
    ["at once", 0, "accepted"],
    ["a microsecond before it expires", day - 1, "accepted"],
    ["when it expires", day, "deadline-exceeded"],
    ["later", 2 * day, "deadline-exceeded"],
  ];
  for (const [name, after, outcome] of times) {
    it(`lets the delegate mint ${name}: ${outcome}`, () => {
      const { ledger, cid } = delegated();
      ledger.tap(alice, "1");
      ledger.pass(after);
      ledger.openRound(1n);
      expect(ledger.reasonOf(() => mint(ledger, cid, coinsAsInputs(ledger, alice)))).to.equal(
        outcome,
      );
    });
  }

  for (const by of [alice, bob]) {
    it(`does not let ${by.split("::")[0]} mint`, () => {
      const { ledger, cid } = delegated();
      ledger.tap(alice, "1");
      const attempt = () =>
        ledger.exercise(
          [by],
          MintingDelegation_Mint,
          cid,
          { inputs: coinsAsInputs(ledger, alice), context: ledger.paymentContext() },
          { readAs: [alice, dso] },
        );
      expect(ledger.reasonOf(attempt)).to.equal("DAML_AUTHORIZATION_ERROR");
    });
  }

  it("does not reach anyone else's coins", () => {
    const { ledger, cid } = delegated();
    ledger.tap(bob, "1");
    ledger.tap(provider, "1");
    for (const owner of [bob, provider]) {
      expect(ledger.reasonOf(() => mint(ledger, cid, coinsAsInputs(ledger, owner)))).to.equal(
        "Contract group identifier mismatch",
      );
    }
  });

  it("takes at most 100 inputs at once", () => {
    const { ledger, cid } = delegated();
    const coins = Array.from({ length: 101 }, () => ledger.tap(alice, "1"));
    const inputs = coinInputs(coins);
    expect(ledger.reasonOf(() => mint(ledger, cid, inputs))).to.equal("maximum-inputs-exceeded");
    mint(ledger, cid, inputs.slice(1));
  });

  const ends: ReadonlyArray<readonly [End, string, string]> = [
    [MintingDelegation_Reject, provider, "accepted"],
    [MintingDelegation_Reject, alice, "DAML_AUTHORIZATION_ERROR"],
    [MintingDelegation_Withdraw, alice, "accepted"],
    [MintingDelegation_Withdraw, provider, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [choice, by, outcome] of ends) {
    it(`answers ${choice.name} by ${by.split("::")[0]} with ${outcome}, early and late, and only once`, () => {
      for (const after of [0, 2 * day]) {
        const { ledger, cid } = delegated();
        ledger.pass(after);
        const end = () => ledger.reasonOf(() => ledger.exercise([by], choice, cid, {}));
        expect(end()).to.equal(outcome);
        expect(end()).to.equal(outcome === "accepted" ? "CONTRACT_NOT_FOUND" : outcome);
      }
    });
  }
});
