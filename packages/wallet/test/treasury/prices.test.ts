import { defaultAmuletConfig } from "@tallystick/coin";
import { int64From, numericMaxUnits, numericFromUnits, numericToText } from "@tallystick/core";
import { expect } from "chai";
import { balanceOf, ccOf, preapprovalFeeInCc, sumOf } from "../../src/index.js";
import { trafficCostInCc, usdOf } from "../../src/treasury/prices.js";
import { cc, day, dso, rightOf, synchronizerId } from "../wallet-ledger.js";

const config = defaultAmuletConfig(synchronizerId);
const earlier = defaultAmuletConfig(synchronizerId, "0.6.1");
const shown = (amount: ReturnType<typeof sumOf>) =>
  amount === undefined ? undefined : numericToText(amount);
const most = rightOf(numericFromUnits(numericMaxUnits));

describe("prices", () => {
  const rows = [
    { what: "CC in USD", amount: usdOf(cc("1500"), cc("0.1")), is: "150.0000000000" },
    { what: "USD in CC", amount: ccOf(cc("1"), cc("0.3")), is: "3.3333333333" },
    {
      what: "half a unit, half-even",
      amount: ccOf(cc("0.0000000001"), cc("2")),
      is: "0.0000000000",
    },
    {
      what: "1.2 MB of traffic",
      amount: trafficCostInCc(rightOf(int64From(1_200_000)), config, cc("1")),
      is: "20.0040000000",
    },
    {
      what: "a preapproval of 90 days, which are free",
      amount: preapprovalFeeInCc(90 * day, config, cc("0.1")),
      is: "0.0000000000",
    },
    {
      what: "a preapproval of 180 days",
      amount: preapprovalFeeInCc(180 * day, config, cc("0.1")),
      is: "2.4660000000",
    },
    {
      what: "a preapproval of 90 days on a network of the earlier release",
      amount: preapprovalFeeInCc(90 * day, earlier, cc("0.1")),
      is: "2.4660000000",
    },
    { what: "more USD than there are", amount: usdOf(most, cc("2")), is: undefined },
    { what: "a price of nothing", amount: ccOf(cc("1"), cc("0")), is: undefined },
    { what: "a sum", amount: sumOf([cc("1"), cc("2.5")]), is: "3.5000000000" },
    { what: "a sum of nothing", amount: sumOf([]), is: "0.0000000000" },
    { what: "a sum out of range", amount: sumOf([most, cc("0.0000000001")]), is: undefined },
  ];
  for (const { what, amount, is } of rows) {
    it(`of ${what}: ${is ?? "none"}`, () => {
      expect(shown(amount)).to.equal(is);
    });
  }
});

describe("the balance", () => {
  const round = (number: number) => ({ number: rightOf(int64From(number)) });
  const coin = (amount: string, createdIn: number) => ({
    dso,
    owner: dso,
    amount: {
      initialAmount: cc(amount),
      createdAt: round(createdIn),
      ratePerRound: { rate: cc("0.1") },
    },
  });

  it("sums initial amounts, and accrued fees apart, each at most its coin's amount", () => {
    const balance = rightOf(balanceOf([coin("10", 1), coin("0.2", 1)], [coin("5", 3)], round(6)));
    expect(Object.values(balance).map(shown)).to.deep.equal([
      "10.2000000000",
      "5.0000000000",
      "0.7000000000",
      "0.3000000000",
    ]);
  });
});
