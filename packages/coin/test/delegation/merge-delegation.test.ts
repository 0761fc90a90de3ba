import { expect } from "chai";
import type { Choice } from "@tallystick/core";
import {
  AmuletRules_DevNet_FeatureApp,
  FeaturedAppActivityMarker,
  MergeDelegation,
  MergeDelegationProposal,
  MergeDelegationProposal_Accept,
  metadataV1,
  type TransferCall,
} from "../../src/index.js";
import {
  type MergeArgument,
  MergeDelegation_Merge,
  MergeDelegation_Reject,
  MergeDelegation_Withdraw,
} from "../../src/delegation/merge-delegation.js";
import {
  MergeDelegationProposal_Reject,
  MergeDelegationProposal_Withdraw,
} from "../../src/delegation/merge-delegation-proposal.js";
import { alice, bob, carol, CoinLedger, cc, dso, provider } from "../coin-fixture.js";
import {
  approve,
  callOf,
  delegate,
  extraCall,
  mergeCall,
  merging,
  tapAll,
} from "../merge-fixture.js";

const delegation = { operator: provider, owner: alice, meta: metadataV1.emptyMetadata };

const proposed = () => {
  const ledger = new CoinLedger();
  const proposal = ledger.create([alice], MergeDelegationProposal, { delegation });
  return { ledger, proposal };
};

/**
 * Alice has delegated merging to the provider, has coins of 1, 2, 3 and 4 CC, and a preapproval.
 */
const delegated = () => {
  const ledger = new CoinLedger();
  const cid = delegate(ledger, alice);
  const preapproval = approve(ledger, alice);
  const coins = tapAll(ledger, alice, ["1", "2", "3", "4"]);
  return { ledger, cid, preapproval, coins };
};

const merge = (
  ledger: CoinLedger,
  cid: string,
  argument: MergeArgument,
  by: ReadonlyArray<string> = [provider],
) => ledger.exercise(by, MergeDelegation_Merge, cid, argument);

describe("a proposal of a merge delegation", () => {
  type End = Choice<Record<never, never>, unknown>;
  const table: ReadonlyArray<readonly [End, string, string]> = [
    [MergeDelegationProposal_Accept, provider, "accepted"],
    [MergeDelegationProposal_Accept, alice, "DAML_AUTHORIZATION_ERROR"],
    [MergeDelegationProposal_Accept, bob, "DAML_AUTHORIZATION_ERROR"],
    [MergeDelegationProposal_Reject, provider, "accepted"],
    [MergeDelegationProposal_Reject, alice, "DAML_AUTHORIZATION_ERROR"],
    [MergeDelegationProposal_Withdraw, alice, "accepted"],
    [MergeDelegationProposal_Withdraw, provider, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [choice, by, outcome] of table) {
    it(`answers ${choice.name} by ${by.split("::")[0]} with ${outcome}`, () => {
      const { ledger, proposal } = proposed();
      const reason = ledger.reasonOf(() =>
        ledger.exercise([by], choice, proposal, {}, { readAs: [alice] }),
      );
      expect(reason).to.equal(outcome);
      const isOver = outcome === "accepted";
      const isActive = isOver && choice.name.endsWith("Accept");
      expect(ledger.active(MergeDelegationProposal)).to.have.lengthOf(isOver ? 0 : 1);
      expect(ledger.active(MergeDelegation)).to.have.lengthOf(isActive ? 1 : 0);
    });
  }

  it("becomes the very delegation it proposes", () => {
    const { ledger, proposal } = proposed();
    const { mergeDelegationCid } = ledger.exercise(
      [provider],
      MergeDelegationProposal_Accept,
      proposal,
      {},
    );
    expect(ledger.active(MergeDelegation)).to.deep.equal([
      { contractId: mergeDelegationCid, payload: delegation },
    ]);
  });

  const ends = [
    [MergeDelegationProposal_Accept, provider],
    [MergeDelegationProposal_Reject, provider],
    [MergeDelegationProposal_Withdraw, alice],
  ] as const;
  for (const [first, by] of ends) {
    for (const [second, again] of ends) {
      it(`after ${first.name} is not there for ${second.name}`, () => {
        const { ledger, proposal } = proposed();
        const end = (choice: End, party: string) => ledger.exercise([party], choice, proposal, {});
        end(first, by);
        expect(ledger.reasonOf(() => end(second, again))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }
});

describe("a merge delegation", () => {
  type End = Choice<Record<never, never>, unknown>;
  const table: ReadonlyArray<readonly [End, string, string]> = [
    [MergeDelegation_Reject, provider, "accepted"],
    [MergeDelegation_Reject, alice, "DAML_AUTHORIZATION_ERROR"],
    [MergeDelegation_Withdraw, alice, "accepted"],
    [MergeDelegation_Withdraw, provider, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [choice, by, outcome] of table) {
    it(`answers ${choice.name} by ${by.split("::")[0]} with ${outcome}, and then merges ${outcome === "accepted" ? "nothing" : "on"}`, () => {
      const { ledger, cid } = delegated();
      expect(ledger.reasonOf(() => ledger.exercise([by], choice, cid, {}))).to.equal(outcome);
      const after = ledger.reasonOf(() =>
        merge(ledger, cid, merging(mergeCall(ledger, alice, "10"))),
      );
      expect(after).to.equal(outcome === "accepted" ? "CONTRACT_NOT_FOUND" : "accepted");
    });
  }

  it("lets the operator merge the owner's coins into one, again and again", () => {
    const { ledger, cid } = delegated();
    const { optMergeTransferResult, optExtraTransferResult } = merge(
      ledger,
      cid,
      merging(mergeCall(ledger, alice, "10")),
    );
    expect(optExtraTransferResult).to.equal(undefined);
    expect(optMergeTransferResult?.output).to.deep.equal({
      tag: "TransferInstructionResult_Completed",
      value: { receiverHoldingCids: ledger.coinsOf(alice) },
    });
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    tapAll(ledger, alice, ["5"]);
    merge(ledger, cid, merging(mergeCall(ledger, alice, "15")));
    expect(ledger.coinsOf(alice)).to.have.lengthOf(1);
    expect(ledger.balanceOf(alice)).to.equal("15.0000000000");
  });

  it("lets the operator leave change, as long as there are fewer coins than before", () => {
    const { ledger, cid } = delegated();
    merge(ledger, cid, merging(mergeCall(ledger, alice, "7")));
    expect(ledger.coinsOf(alice)).to.have.lengthOf(2);
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
  });

  it("gives the owner an extra transfer and merges it with the rest", () => {
    const { ledger, cid, preapproval } = delegated();
    const before = cc(ledger.balanceOf(provider));
    const result = merge(ledger, cid, {
      ...merging(mergeCall(ledger, alice, "10")),
      optExtraTransfer: extraCall(ledger, alice, "2.5", preapproval),
    });
    expect(result.optExtraTransferResult?.output.tag).to.equal(
      "TransferInstructionResult_Completed",
    );
    expect(ledger.coinsOf(alice)).to.have.lengthOf(1);
    expect(ledger.balanceOf(alice)).to.equal("12.5000000000");
    expect(before - cc(ledger.balanceOf(provider))).to.equal(cc("2.5"));
  });

  it("gives an extra transfer alone, to an owner without coins too", () => {
    const { ledger, cid, preapproval, coins } = delegated();
    ledger.transfer(alice, [[bob, "10"]], { inputs: coins });
    const result = merge(ledger, cid, {
      optMergeTransfer: undefined,
      optExtraTransfer: extraCall(ledger, alice, "1", preapproval),
      optFeaturedAppRight: undefined,
    });
    expect(result.optMergeTransferResult).to.equal(undefined);
    expect(ledger.balanceOf(alice)).to.equal("1.0000000000");
  });

  type Attempt = (
    ledger: CoinLedger,
    preapproval: string,
    coins: ReadonlyArray<string>,
  ) => MergeArgument;
  const mergeAll = (ledger: CoinLedger): TransferCall => mergeCall(ledger, alice, "10");
  const changed = (
    call: TransferCall,
    changes: Partial<TransferCall["choiceArg"]>,
  ): TransferCall => ({
    ...call,
    choiceArg: { ...call.choiceArg, ...changes },
  });
  const refused: Readonly<Record<string, readonly [Attempt, string]>> = {
    "neither merge nor extra": [
      () => ({
        optMergeTransfer: undefined,
        optExtraTransfer: undefined,
        optFeaturedAppRight: undefined,
      }),
      "At least one of optMergeTransfer or optExtraTransfer must be provided",
    ],
    "a merge of somebody else's coins": [
      (ledger) => {
        tapAll(ledger, bob, ["1", "2"]);
        return merging(mergeCall(ledger, bob, "3"));
      },
      "Unexpected self-transfer sender",
    ],
    "a merge that goes to somebody else": [
      (ledger) => merging(callOf(ledger, ledger.transferOf(alice, provider, "10"))),
      "Unexpected self-transfer receiver",
    ],
    "a merge of one coin into one": [
      (ledger, _preapproval, coins) => merging(mergeCall(ledger, alice, "1", coins.slice(0, 1))),
      "Number of sender input holdings 1 >  number of sender output holdings 1",
    ],
    "a merge of two coins into two": [
      (ledger, _preapproval, coins) => merging(mergeCall(ledger, alice, "2.5", coins.slice(0, 2))),
      "Number of sender input holdings 2 >  number of sender output holdings 2",
    ],
    "a merge of more than there is": [
      (ledger) => merging(mergeCall(ledger, alice, "10.1")),
      "insufficient-funds",
    ],
    "a merge of one coin twice": [
      (ledger, _preapproval, [coin = ""]) => merging(mergeCall(ledger, alice, "1", [coin, coin])),
      "CONTRACT_NOT_ACTIVE",
    ],
    "an extra transfer from the owner": [
      (ledger) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: callOf(ledger, ledger.transferOf(alice, alice, "1")),
      }),
      "Unexpected extra transfer sender",
    ],
    "an extra transfer to somebody else": [
      (ledger) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: callOf(ledger, ledger.transferOf(provider, bob, "1")),
      }),
      "Unexpected extra transfer receiver",
    ],
    "an extra transfer that would wait for the owner": [
      (ledger) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: callOf(ledger, ledger.transferOf(provider, alice, "1")),
      }),
      "Expected TransferInstructionResult_completed from extraTransfer but got TransferInstructionResult_Pending {transferInstructionCid = <contract-id>}. Has the owner 'alice' setup a transfer preapproval?",
    ],
    "an extra transfer of another instrument": [
      (ledger) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: callOf(
          ledger,
          ledger.transferOf(provider, alice, "1", { instrumentId: { admin: dso, id: "Gold" } }),
        ),
      }),
      "Unexpected extra transfer instrument-id",
    ],
    "an extra transfer of another administrator's instrument": [
      (ledger) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: callOf(
          ledger,
          ledger.transferOf(provider, alice, "1", { instrumentId: { admin: bob, id: "Amulet" } }),
        ),
      }),
      "Unexpected extra transfer instrument-id",
    ],
    "an extra transfer with another expected administrator": [
      (ledger, preapproval) => ({
        ...merging(mergeAll(ledger)),
        optExtraTransfer: changed(extraCall(ledger, alice, "1", preapproval), {
          expectedAdmin: bob,
        }),
      }),
      "Unexpected extra transfer expected admin",
    ],
  };
  for (const [name, [attempt, outcome]] of Object.entries(refused)) {
    it(`refuses ${name}: ${outcome}`, () => {
      const { ledger, cid, preapproval, coins } = delegated();
      const argument = attempt(ledger, preapproval, coins);
      expect(ledger.reasonOf(() => merge(ledger, cid, argument))).to.equal(outcome);
      expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    });
  }

  for (const by of [alice, bob, dso]) {
    it(`does not let ${by.split("::")[0]} merge`, () => {
      const { ledger, cid } = delegated();
      const attempt = () => merge(ledger, cid, merging(mergeCall(ledger, alice, "10")), [by]);
      expect(ledger.reasonOf(attempt)).to.be.oneOf([
        "DAML_AUTHORIZATION_ERROR",
        "CONTRACT_NOT_FOUND",
      ]);
    });
  }

  it("needs the owner's coins to be its owner's still", () => {
    const { ledger, cid, coins } = delegated();
    const argument = merging(mergeCall(ledger, alice, "10", coins));
    ledger.transfer(alice, [[bob, "1"]], { inputs: coins.slice(0, 1) });
    expect(ledger.reasonOf(() => merge(ledger, cid, argument))).to.equal("CONTRACT_NOT_FOUND");
  });
});

describe("the featured app right of a merge", () => {
  const featured = (who: string) => {
    const made = delegated();
    const { featuredAppRightCid } = made.ledger.exercise(
      [who],
      AmuletRules_DevNet_FeatureApp,
      made.ledger.rules,
      { provider: who },
    );
    const optFeaturedAppRight = {
      appRightCid: featuredAppRightCid,
      beneficiaries: [
        { beneficiary: provider, weight: cc("0.75") },
        { beneficiary: alice, weight: cc("0.25") },
      ],
    };
    return { ...made, optFeaturedAppRight };
  };
  const markers = (ledger: CoinLedger) =>
    ledger.active(FeaturedAppActivityMarker).map(({ payload }) => payload);

  it("marks the operator's activity, shared among the beneficiaries", () => {
    const { ledger, cid, optFeaturedAppRight } = featured(provider);
    merge(ledger, cid, { ...merging(mergeCall(ledger, alice, "10")), optFeaturedAppRight });
    expect(markers(ledger)).to.have.deep.members([
      { dso, provider, beneficiary: provider, weight: cc("0.75") },
      { dso, provider, beneficiary: alice, weight: cc("0.25") },
    ]);
  });

  it("marks nothing for an extra transfer alone", () => {
    const { ledger, cid, preapproval, optFeaturedAppRight } = featured(provider);
    merge(ledger, cid, {
      optMergeTransfer: undefined,
      optExtraTransfer: extraCall(ledger, alice, "1", preapproval),
      optFeaturedAppRight,
    });
    expect(markers(ledger)).to.deep.equal([]);
  });

  for (const [who, outcome] of [
    [alice, "App right matches expected provider"],
    [carol, "DAML_AUTHORIZATION_ERROR"],
  ] as const) {
    it(`must be the operator's own, not that of ${who.split("::")[0]}`, () => {
      const { ledger, cid, optFeaturedAppRight } = featured(who);
      const argument = { ...merging(mergeCall(ledger, alice, "10")), optFeaturedAppRight };
      expect(ledger.reasonOf(() => merge(ledger, cid, argument))).to.equal(outcome);
    });
  }

  it("is refused with weights that do not add up to 1", () => {
    const { ledger, cid, optFeaturedAppRight } = featured(provider);
    const argument = {
      ...merging(mergeCall(ledger, alice, "10")),
      optFeaturedAppRight: {
        ...optFeaturedAppRight,
        beneficiaries: [{ beneficiary: provider, weight: cc("0.9") }],
      },
    };
    expect(ledger.reasonOf(() => merge(ledger, cid, argument))).to.equal(
      "Beneficiary weights add up to 1.0",
    );
  });
});
