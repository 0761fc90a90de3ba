import { expect } from "chai";
import { heldAnswers, smallAnswerBytes } from "../../src/limits/held-answers.js";

const connectionOf = (name: string, cut: Array<string>) => ({ destroy: () => void cut.push(name) });

describe("answers that wait for their readers", () => {
  const setUp = () => {
    const cut: Array<string> = [];
    const told: Array<number> = [];
    const answers = heldAnswers(1_000_000, (bytes) => told.push(bytes));
    const hold = (name: string, bytes: number) => answers.hold(connectionOf(name, cut), bytes);
    return { answers, hold, cut, told };
  };

  it("are cut off when they take too much, those first that have waited longest", () => {
    const { answers, hold, cut, told } = setUp();
    hold("a", 400_000);
    hold("b", 500_000);
    expect([answers.held(), cut]).to.deep.equal([900_000, []]);
    hold("c", 500_001);
    expect([answers.held(), cut, told]).to.deep.equal([500_001, ["a", "b"], [400_000, 500_000]]);
  });

  it("are not counted any more once they were taken, and then never cut off", () => {
    const { answers, hold, cut } = setUp();
    const taken = hold("a", 900_000);
    taken();
    taken();
    expect(answers.held()).to.equal(0);
    hold("b", 1_000_000);
    expect([answers.held(), cut]).to.deep.equal([1_000_000, []]);
  });

  it("may be larger than all together when one is alone, and are not counted when they are small", () => {
    const { answers, hold, cut } = setUp();
    hold("large", 5_000_000);
    for (let count = 0; count < 100; count++) hold("small", smallAnswerBytes - 1);
    expect([answers.held(), cut]).to.deep.equal([5_000_000, []]);
    hold("next", smallAnswerBytes);
    expect([answers.held(), cut]).to.deep.equal([smallAnswerBytes, ["large"]]);
  });
});
