import { Amulet, BatchMergeUtility, MergeDelegation } from "@tallystick/coin";
import type { Contract, Json } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { automationOf } from "../automation-of.js";
import { exercised, heldAs, round } from "../held-contracts.js";
import { cc, dso, minute, operator, WalletLedger } from "../wallet-ledger.js";

const merge = automationOf("merge-holdings");
const ledger = new WalletLedger().bootstrap();
const maxInputs = Number(ledger.networkState.config.transferConfig.maxNumInputs);
ledger.now += minute;

interface Owner {
  readonly name: string;
  /** Tenths of CC. */
  readonly coins: ReadonlyArray<number>;
  readonly delegates: "us" | "another" | "nobody";
}

const owners: fc.Arbitrary<ReadonlyArray<Owner>> = fc
  .array(
    fc.record({
      coins: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 16 }),
      delegates: fc.constantFrom("us", "us", "us", "another", "nobody"),
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((it, at): Owner => ({ ...it, name: `owner-${at}` })));

const meta = { values: new Map<string, string>() };

const contractsOf = ({ name, coins, delegates }: Owner): ReadonlyArray<Contract> => [
  ...coins.map((tenths, at) =>
    heldAs(Amulet, `${name}-coin-${at}`, {
      dso,
      owner: name,
      amount: {
        initialAmount: cc((tenths / 10).toFixed(1)),
        createdAt: round(0),
        ratePerRound: { rate: cc("0.1") },
      },
    }),
  ),
  ...(delegates === "nobody"
    ? []
    : [
        heldAs(MergeDelegation, `${name}-delegation`, {
          operator: delegates === "us" ? operator : "another",
          owner: name,
          meta,
        }),
      ]),
];

const utility = heldAs(BatchMergeUtility, "utility", { operator });

/** The field under a path of names and places. */
const at = (json: Json | undefined, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], json);

interface Merged {
  readonly owner: string;
  readonly amount: string;
  readonly inputs: ReadonlyArray<string>;
}

const plannedFor = (
  all: ReadonlyArray<Owner>,
  config: { readonly mergeAbove?: number; readonly mergeBatchSize?: number } = {},
  isWaiting: (commandId: string) => boolean = () => false,
) => {
  const view = inMemoryContracts([utility, ...all.flatMap(contractsOf)]);
  const network = { ...ledger.networkState };
  const submissions = ledger.plan(merge, operator, config, { view, network, isWaiting });
  const calls = exercised(submissions).flatMap(({ argument }): ReadonlyArray<Merged> => {
    const made = at(argument, "mergeCalls");
    return (Array.isArray(made) ? made : []).map((call: Json) => {
      const transfer = at(call, "choiceArg", "optMergeTransfer", "choiceArg", "transfer");
      const inputs = Object(transfer).inputHoldingCids as ReadonlyArray<string>;
      return { owner: Object(transfer).sender, amount: Object(transfer).amount, inputs };
    });
  });
  return { submissions, calls };
};

const wantedOf = (all: ReadonlyArray<Owner>, above = 10): ReadonlyArray<Owner> =>
  all.filter(({ coins, delegates }) => delegates === "us" && coins.length > above);

describe("laws of merge planning", () => {
  it("exactly the owners who delegated to us and have more coins than allowed are merged", () => {
    fc.assert(
      fc.property(owners, fc.integer({ min: 0, max: 14 }), (all, mergeAbove) => {
        const { calls } = plannedFor(all, { mergeAbove });
        expect(calls.map(({ owner }) => owner).sort()).to.deep.equal(
          wantedOf(all, mergeAbove)
            .filter(({ coins }) => coins.length > 0)
            .map(({ name }) => name),
        );
      }),
      { numRuns: 40 },
    );
  });

  it("each merges its own coins, the smallest first, once each, into their sum", () => {
    fc.assert(
      fc.property(owners, (all) => {
        for (const { owner, amount, inputs } of plannedFor(all).calls) {
          const coins = all.find(({ name }) => name === owner)?.coins ?? [];
          const tenths = (id: string): number => coins[Number(id.split("-").at(-1))] ?? Number.NaN;
          expect(inputs.every((id) => id.startsWith(`${owner}-coin-`))).to.equal(true);
          expect(new Set(inputs).size).to.equal(inputs.length);
          expect(inputs).to.have.lengthOf(Math.min(maxInputs, coins.length));
          const taken = inputs.map(tenths);
          expect(taken).to.deep.equal([...taken].sort((a, b) => a - b));
          const sum = taken.reduce((whole, each) => whole + each, 0);
          expect(cc(amount)).to.equal(cc((sum / 10).toFixed(1)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("a batch has at most so many owners as are configured, and is one transaction", () => {
    fc.assert(
      fc.property(owners, fc.integer({ min: 1, max: 5 }), (all, mergeBatchSize) => {
        const { submissions, calls } = plannedFor(all, { mergeBatchSize });
        const wanted = wantedOf(all).length;
        expect(calls).to.have.lengthOf(Math.min(wanted, mergeBatchSize));
        expect(submissions).to.have.lengthOf(wanted === 0 ? 0 : 1);
        for (const { actAs, readAs } of submissions)
          expect([actAs, readAs]).to.deep.equal([[operator], [dso]]);
      }),
      { numRuns: 40 },
    );
  });

  it("after a batch failed, each is merged alone, but for those that failed alone", () => {
    fc.assert(
      fc.property(owners, fc.nat(7), (all, which) => {
        const first = plannedFor(all);
        if (first.calls.length < 2) return;
        const failed = new Set(first.submissions.map(({ commandId }) => commandId));
        const alone = plannedFor(all, {}, (id) => failed.has(id));
        expect(alone.submissions).to.have.lengthOf(first.calls.length);
        expect(alone.calls).to.deep.equal(first.calls);
        const bad = alone.submissions[which % alone.submissions.length]?.commandId ?? "";
        const rest = plannedFor(all, {}, (id) => failed.has(id) || id === bad);
        expect(rest.calls).to.have.lengthOf(first.calls.length - 1);
        const ids = rest.submissions.map(({ commandId }) => commandId);
        expect(ids).to.not.include(bad);
      }),
      { numRuns: 40 },
    );
  });

  it("the same is planned again with the same names, and nothing without the utility", () => {
    fc.assert(
      fc.property(owners, (all) => {
        const names = () => plannedFor(all).submissions.map(({ commandId }) => commandId);
        expect(names()).to.deep.equal(names());
        const view = inMemoryContracts(all.flatMap(contractsOf));
        expect(ledger.plan(merge, operator, {}, { view })).to.deep.equal([]);
      }),
      { numRuns: 20 },
    );
  });
});
