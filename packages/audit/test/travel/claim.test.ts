import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type ClaimedContract, claimOf } from "../../src/travel/claim.js";

const contract = (amount: string): ClaimedContract => ({
  contractId: "00",
  templateId: "p:Iou:Iou",
  payload: { amount: { initial: amount }, owner: "alice" },
  signatories: [],
  observers: [],
});

const some = [contract("1.5"), contract("2.0000000001")];

const holds = (text: string, active = some): boolean => {
  const claim = claimOf(text);
  if (isLeft(claim)) throw new Error(claim.left.message);
  return claim.right.holds(active);
};

describe("A claim", () => {
  it("counts, sums, and finds the smallest and the greatest, exactly", () => {
    const claims: Readonly<Record<string, boolean>> = {
      "count(Iou:Iou) == 2": true,
      "count( #iou:Iou:Iou ) < 2": false,
      "sum(Iou:Iou, amount.initial) == 3.5000000001": true,
      "sum(Iou:Iou, amount.initial) <= 3.5": false,
      "min(Iou:Iou, amount.initial) >= 1.5": true,
      "max(Iou:Iou, amount.initial) != 2.0000000001": false,
      "sum(Iou:Iou, missing) == 0": true,
      "min(Iou:Iou, missing) > 5": true,
      "sum(Iou:Iou, amount.initial) > -1": true,
    };
    for (const [text, expected] of Object.entries(claims))
      expect(holds(text), text).to.equal(expected);
  });

  it("says what it is about now", () => {
    const claim = claimOf("sum(Iou:Iou, amount.initial) < 1");
    expect(isRight(claim) && claim.right.value?.(some)).to.equal("3.5000000001");
    const least = claimOf("min(Iou:Iou, amount.initial) < 1");
    expect(isRight(least) && least.right.value?.([])).to.equal("nothing");
  });

  it("is refused where it is none, with what was expected", () => {
    for (const text of [
      "",
      "sum(Iou:Iou)",
      "count(Iou:Iou, amount) < 1",
      "avg(I, a) < 1",
      "count(I) < x",
    ])
      expect(isLeft(claimOf(text)), text).to.equal(true);
    const wrong = claimOf("total > 5");
    expect(isLeft(wrong) && wrong.left.message).to.contain(
      'found "total > 5", expected a claim such as',
    );
  });
});
