import { expect } from "chai";
import fc from "fast-check";
import {
  BatchMergeUtility,
  BatchMergeUtility_BatchMerge,
  coinInstrument,
  type MergeDelegationCall,
} from "../../src/index.js";
import { BatchMergeUtility_MergeHoldings } from "../../src/delegation/batch-merge-utility.js";
import { alice, bob, carol, CoinLedger, cc, dso, exercisedIn, provider } from "../coin-fixture.js";
import { approve, delegate, extraCall, mergeCall, merging, tapAll } from "../merge-fixture.js";

const owners = [alice, bob, carol];

/** Alice, bob and carol have delegated merging to the provider, who has a batch utility. */
const batching = () => {
  const ledger = new CoinLedger();
  const utility = ledger.create([provider], BatchMergeUtility, { operator: provider });
  const delegations = new Map(owners.map((owner) => [owner, delegate(ledger, owner)]));
  const callFor = (owner: string, choiceArg: MergeDelegationCall["choiceArg"]) => ({
    delegationCid: delegations.get(owner) ?? "",
    choiceArg,
  });
  return { ledger, utility, callFor };
};

const run = (
  ledger: CoinLedger,
  utility: string,
  mergeCalls: ReadonlyArray<MergeDelegationCall>,
  by = provider,
) => ledger.exercise([by], BatchMergeUtility_BatchMerge, utility, { mergeCalls });

const balances = (ledger: CoinLedger) =>
  [...owners, provider].map((owner) => ledger.balanceOf(owner));

describe("merging in a batch", () => {
  for (const choice of [BatchMergeUtility_BatchMerge, BatchMergeUtility_MergeHoldings]) {
    it(`merges the coins of many owners in one transaction: ${choice.name}`, () => {
      const { ledger, utility, callFor } = batching();
      for (const owner of owners) tapAll(ledger, owner, ["1", "2", "3"]);
      const before = balances(ledger);
      const mergeCalls = owners.map((owner) =>
        callFor(owner, merging(mergeCall(ledger, owner, "6"))),
      );
      const { result, event } = ledger.run([provider], choice, utility, { mergeCalls });
      expect(exercisedIn(event)[0]?.choice).to.equal(choice.name);
      expect(result.results).to.have.lengthOf(3);
      expect(result.operatorChangeMap).to.deep.equal([]);
      expect(owners.map((owner) => ledger.coinsOf(owner).length)).to.deep.equal([1, 1, 1]);
      expect(balances(ledger)).to.deep.equal(before);
      expect(ledger.active(BatchMergeUtility)).to.have.lengthOf(1);
    });
  }

  it("hands the operator's change on from call to call and says what is left", () => {
    const { ledger, utility, callFor } = batching();
    const preapprovals = owners.map((owner) => approve(ledger, owner));
    const before = cc(ledger.balanceOf(provider));
    const [first = "", ...others] = ledger.coinsOf(provider);
    expect(others).to.deep.equal([]);
    const mergeCalls = owners.map((owner, n) =>
      callFor(owner, {
        optMergeTransfer: undefined,
        optExtraTransfer: extraCall(
          ledger,
          owner,
          "3",
          preapprovals[n] ?? "",
          n === 0 ? [first] : [],
        ),
        optFeaturedAppRight: undefined,
      }),
    );
    const { operatorChangeMap } = run(ledger, utility, mergeCalls);
    expect(operatorChangeMap).to.deep.equal([[coinInstrument(dso), ledger.coinsOf(provider)]]);
    expect(ledger.coinsOf(provider)).to.have.lengthOf(1);
    expect(before - cc(ledger.balanceOf(provider))).to.equal(cc("9"));
    expect(owners.map((owner) => ledger.balanceOf(owner))).to.deep.equal(
      owners.map(() => "3.0000000000"),
    );
  });

  it("keeps the change over calls that give nothing", () => {
    const { ledger, utility, callFor } = batching();
    const preapproval = approve(ledger, alice);
    tapAll(ledger, bob, ["1", "2"]);
    const given = (inputs: ReadonlyArray<string>) =>
      callFor(alice, {
        optMergeTransfer: undefined,
        optExtraTransfer: extraCall(ledger, alice, "1", preapproval, inputs),
        optFeaturedAppRight: undefined,
      });
    const calls = [
      given(ledger.coinsOf(provider)),
      callFor(bob, merging(mergeCall(ledger, bob, "3"))),
      given([]),
    ];
    const { results, operatorChangeMap } = run(ledger, utility, calls);
    expect(results.map(({ optExtraTransferResult: extra }) => extra !== undefined)).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect(operatorChangeMap).to.deep.equal([[coinInstrument(dso), ledger.coinsOf(provider)]]);
    expect(ledger.balanceOf(alice)).to.equal("2.0000000000");
  });

  it("fails as a whole when one call fails", () => {
    const { ledger, utility, callFor } = batching();
    for (const owner of owners) tapAll(ledger, owner, ["1", "2", "3"]);
    const before = balances(ledger);
    const mergeCalls = [
      callFor(alice, merging(mergeCall(ledger, alice, "6"))),
      callFor(bob, merging(mergeCall(ledger, bob, "6.0000000001"))),
      callFor(carol, merging(mergeCall(ledger, carol, "6"))),
    ];
    expect(ledger.reasonOf(() => run(ledger, utility, mergeCalls))).to.equal("insufficient-funds");
    expect(owners.map((owner) => ledger.coinsOf(owner).length)).to.deep.equal([3, 3, 3]);
    expect(balances(ledger)).to.deep.equal(before);
  });

  it("cannot merge the same coins twice", () => {
    const { ledger, utility, callFor } = batching();
    tapAll(ledger, alice, ["1", "2"]);
    const call = callFor(alice, merging(mergeCall(ledger, alice, "3")));
    expect(ledger.reasonOf(() => run(ledger, utility, [call, call]))).to.equal(
      "CONTRACT_NOT_ACTIVE",
    );
  });

  for (const [owner, outcome] of [
    [provider, "Unexpected delegation operator"],
    [alice, "DAML_AUTHORIZATION_ERROR"],
  ] as const) {
    it(`needs a delegation to the operator, not one of ${owner.split("::")[0]} to someone else`, () => {
      const { ledger, utility } = batching();
      tapAll(ledger, owner, ["1", "2"]);
      const delegationCid = delegate(ledger, owner, carol);
      const mergeCalls = [{ delegationCid, choiceArg: merging(mergeCall(ledger, owner, "3")) }];
      const readAs = [dso, alice, carol];
      const attempt = () =>
        ledger.exercise(
          [provider],
          BatchMergeUtility_BatchMerge,
          utility,
          { mergeCalls },
          { readAs },
        );
      expect(ledger.reasonOf(attempt)).to.equal(outcome);
    });
  }

  it("is the operator's alone", () => {
    const { ledger, utility } = batching();
    const attempt = (by: string) =>
      ledger.reasonOf(() =>
        ledger.exercise(
          [by],
          BatchMergeUtility_BatchMerge,
          utility,
          { mergeCalls: [] },
          { readAs: [provider] },
        ),
      );
    expect([provider, alice, dso].map(attempt)).to.deep.equal([
      "accepted",
      "DAML_AUTHORIZATION_ERROR",
      "DAML_AUTHORIZATION_ERROR",
    ]);
  });

  it("takes more calls than a wallet makes at once", () => {
    const many = 101;
    const { ledger, utility, callFor } = batching();
    const coins = tapAll(
      ledger,
      alice,
      Array.from({ length: 2 * many }, () => "1"),
    );
    const calls = Array.from({ length: many }, (_, n) =>
      callFor(alice, merging(mergeCall(ledger, alice, "2", coins.slice(2 * n, 2 * n + 2)))),
    );
    run(ledger, utility, calls);
    expect(ledger.coinsOf(alice)).to.have.lengthOf(many);
    expect(ledger.balanceOf(alice)).to.equal("202.0000000000");
  });
});

describe("any batch of merges", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String);
  const plan = fc.array(
    fc.record({
      owner: fc.constantFrom(...owners),
      coins: fc.array(amount, { minLength: 1, maxLength: 6 }),
      /** What part of the coins becomes one, in percent; the rest is change. */
      part: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

  const unitsShown = (units: bigint): string => {
    const digits = units.toString().padStart(11, "0");
    return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
  };

  it("changes no one's balance by one unit, whether it goes through or not", () => {
    fc.assert(
      fc.property(plan, (calls) => {
        const { ledger, utility, callFor } = batching();
        const mergeCalls = calls.map(({ owner, coins, part }) => {
          const units = coins.map(BigInt);
          const inputs = units.map((each) => ledger.tap(owner, unitsShown(each)));
          const total = units.reduce((sum, each) => sum + each, 0n);
          const merged = (total * BigInt(part)) / 100n || 1n;
          return callFor(owner, merging(mergeCall(ledger, owner, unitsShown(merged), inputs)));
        });
        const before = balances(ledger);
        const count = ledger.contracts().length;
        const reason = ledger.reasonOf(() => run(ledger, utility, mergeCalls));
        if (reason !== "accepted") expect(reason).to.match(/^Number of sender input holdings/);
        expect(balances(ledger)).to.deep.equal(before);
        const after = ledger.contracts().length;
        expect(reason === "accepted" ? after < count : after === count).to.equal(true);
      }),
      { numRuns: 60 },
    );
  });
});
