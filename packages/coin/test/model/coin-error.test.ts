import { expect } from "chai";
import { requireThat, stopWith } from "../../src/model/coin-error.js";

const error = "invalid-argument";

describe("what a choice requires", () => {
  it("does nothing while it holds, each time", () => {
    for (let count = 0; count < 3; count++) {
      expect([...requireThat(true, error, "never")]).to.deep.equal([]);
      expect(requireThat(true, error, "never").next()).to.deep.equal({
        done: true,
        value: undefined,
      });
    }
  });

  it("is put into words only when it does not hold", () => {
    let asked = 0;
    const words = (): string => {
      asked++;
      return "an amount above 0";
    };
    expect(requireThat(true, error, words).next().done).to.equal(true);
    expect(asked).to.equal(0);
    const stopped = requireThat(false, error, words).next().value;
    expect(asked).to.equal(1);
    expect(stopped).to.deep.equal(requireThat(false, error, "an amount above 0").next().value);
  });

  it("stops the command as `stopWith` does", () => {
    const stopped = requireThat(false, error, "an amount above 0").next();
    expect(stopped).to.deep.equal(stopWith(error, "an amount above 0").next());
    expect(stopped.done).to.equal(false);
  });
});
