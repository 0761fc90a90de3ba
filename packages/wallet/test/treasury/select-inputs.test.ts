import { numericFromUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { type Coin, type Reward, selectInputsFor } from "../../src/index.js";
import { selectInputs } from "../../src/treasury/select-inputs.js";
import { cc, rightOf } from "../wallet-ledger.js";

const coin = (contractId: string, amount: string): Coin => ({ contractId, amount: cc(amount) });
const coupon = (
  contractId: string,
  round: bigint | undefined,
  value: string,
  kind: Reward["kind"] = "coupon",
): Reward => ({
  contractId,
  round,
  value: cc(value),
  kind,
  input: { tag: "InputAppRewardCoupon", value: contractId },
});

const names = ({ coins, rewards }: ReturnType<typeof selectInputs>) => [
  coins.map(({ contractId }) => contractId).join(" "),
  rewards.map(({ contractId }) => contractId).join(" "),
];

const coins = [coin("small", "1"), coin("large", "9"), coin("middle", "5"), coin("tiny", "0.5")];
const rewards = [
  coupon("fund", undefined, "7", "development-fund"),
  coupon("record", undefined, "8", "activity-record"),
  coupon("late", 4n, "3"),
  coupon("early", 3n, "1"),
  coupon("early-rich", 3n, "2"),
];

describe("input selection", () => {
  const rows = [
    { room: 1, expected: ["large", ""] },
    { room: 2, expected: ["large middle", ""] },
    { room: 4, expected: ["large middle", "early-rich early"] },
    { room: 6, expected: ["large middle small", "early-rich early late"] },
    { room: 8, expected: ["large middle small tiny", "early-rich early late record"] },
    { room: 100, expected: ["large middle small tiny", "early-rich early late record fund"] },
  ];
  for (const { room, expected } of rows) {
    it(`with room for ${room} takes ${expected.join(" and ")}`, () => {
      expect(names(selectInputs(coins, rewards, room))).to.deep.equal(expected);
    });
  }

  it("takes the largest coins alone for a payment the usual inputs do not cover", () => {
    const many = Array.from({ length: 5 }, (_, index) => coin(`c${index}`, "10"));
    const poor = Array.from({ length: 5 }, (_, index) => coupon(`r${index}`, 1n, "0.1"));
    expect(names(selectInputsFor(cc("20"), many, poor, 5))).to.deep.equal(["c0 c1", "r0 r1 r2"]);
    expect(names(selectInputsFor(cc("45"), many, poor, 5))).to.deep.equal(["c0 c1 c2 c3 c4", ""]);
  });

  it("never takes more than there is room for, anything twice, or a wrong total", () => {
    const amount = fc.bigInt(1n, 10n ** 15n).map((it) => rightOf(numericFromUnits(it)));
    const someCoins = fc
      .array(amount, { maxLength: 30 })
      .map((all) => all.map((it, index): Coin => ({ contractId: `c${index}`, amount: it })));
    const someRewards = fc
      .array(fc.tuple(amount, fc.bigInt(0n, 5n)), { maxLength: 30 })
      .map((all) =>
        all.map(([value, round], index) => ({ ...coupon(`r${index}`, round, "1"), value })),
      );
    fc.assert(
      fc.property(someCoins, someRewards, fc.integer({ min: 1, max: 40 }), (cs, rs, room) => {
        const { coins: taken, rewards: minted, total } = selectInputs(cs, rs, room);
        const ids = [...taken, ...minted].map(({ contractId }) => contractId);
        const sum =
          taken.reduce((all, it) => all + it.amount, 0n) +
          minted.reduce((all, it) => all + it.value, 0n);
        return (
          ids.length === Math.min(room, cs.length + rs.length) &&
          new Set(ids).size === ids.length &&
          sum === total
        );
      }),
    );
  });
});
