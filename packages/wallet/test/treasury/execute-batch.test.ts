import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { executeBatch, payInOrder, type Payment } from "../../src/treasury/execute-batch.js";
import { exercised, idOf, withNames } from "../held-contracts.js";
import { tap } from "../wallet-actions.js";
import { alice, bob, cc, dso, operator, rightOf, WalletLedger } from "../wallet-ledger.js";

const payment = (name: string, cost: string): Payment => ({
  contractId: idOf(name),
  cost: cc(cost),
  operation: { tag: "CO_AppPayment", value: idOf(name) },
});
const withCoins = (...amounts: ReadonlyArray<string>): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets(alice);
  for (const amount of amounts) tap(ledger, alice, amount);
  return ledger;
};
const funded = withCoins("10", "2").context();
const paid = (costs: ReadonlyArray<string>, waiting: ReadonlyArray<string> = [], party = alice) => {
  const payments = costs.map((cost, at) => payment(`p${at}`, cost));
  const isWaiting = (id: string): boolean => waiting.includes(withNames(id));
  const planned = payInOrder({ ...funded, isWaiting }, party, "pay", payments);
  if (isLeft(planned)) return { short: planned.left };
  const submission = planned.right;
  if (submission === undefined) return undefined;
  const [batch] = exercised([submission]);
  const argument = batch?.argument;
  const operations =
    typeof argument === "object" && argument !== null && "operations" in argument
      ? argument["operations"]
      : undefined;
  return [
    withNames(submission.commandId),
    Array.isArray(operations) ? operations.length : undefined,
  ];
};

describe("payments of a wallet", () => {
  const rows: ReadonlyArray<
    readonly [what: string, costs: ReadonlyArray<string>, expected: unknown, waiting?: string]
  > = [
    ["nothing", [], undefined],
    ["one", ["12"], ["pay/p0", 1]],
    ["one that is too dear", ["12.1"], { short: cc("12") }],
    ["several that are covered", ["5", "4", "3"], ["pay/p0/p2", 3]],
    ["several of which the first are covered", ["5", "4", "3.1"], ["pay/p0/p2", 2]],
    ["several of which one is covered", ["12", "0.1"], ["pay/p0", 1]],
    ["several of which the first is too dear", ["13", "1"], { short: cc("12") }],
    ["several that failed together", ["1", "1"], ["pay/p0", 1], "pay/p0/p1"],
    ["several that cost nothing", ["0", "0"], ["pay/p0/p1", 2]],
  ];
  for (const [what, costs, expected, waiting] of rows) {
    it(`of ${what}: ${costs.join(" + ")} of 12 CC`, () => {
      expect(paid(costs, waiting === undefined ? [] : [waiting])).to.deep.equal(expected);
    });
  }

  it("are made in a wallet alone", () => {
    expect(paid(["0"], [], bob)).to.equal(undefined);
  });

  it("are never more than there are funds for, and never fewer than could be paid", () => {
    const costs = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(costs, (tenths) => {
        const outcome = paid(tenths.map((it) => (it / 10).toFixed(1)));
        let [sum, covered] = [0, 0];
        for (const cost of tenths) {
          sum += cost;
          if (sum > 120) break;
          covered++;
        }
        expect(Array.isArray(outcome) ? outcome[1] : 0).to.equal(covered);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a batch in a wallet", () => {
  it("is the operator's command, which sees what the network and the party see", () => {
    const ledger = withCoins("1");
    const context = ledger.context();
    const { amuletRules } = context.network;
    const transfer = {
      openMiningRound: context.network.round.contractId,
      issuingMiningRounds: [],
      validatorRights: [],
      featuredAppRight: undefined,
    };
    const batch = executeBatch(
      context,
      alice,
      { inputs: [], context: { amuletRules, context: transfer } },
      [{ tag: "CO_Tap", value: { tapAmount: cc("5") } }],
      "tap",
    );
    if (batch === undefined) throw new Error("no batch");
    expect([batch.commandId, batch.actAs, batch.readAs]).to.deep.equal([
      "tap",
      [operator],
      [dso, alice],
    ]);
    expect(rightOf(ledger.submit(batch)).nodes[0]).to.include({
      choice: "WalletAppInstall_ExecuteBatch",
    });
  });
});
