import { expect } from "chai";
import { Random } from "../../src/plan/random.js";

describe("Random numbers of a seed", () => {
  it("are the same each time, and others for another seed or name", () => {
    const draw = (random: Random): ReadonlyArray<number> =>
      Array.from({ length: 5 }, () => random.bits());
    expect(draw(new Random("a"))).to.deep.equal(draw(new Random("a")));
    expect(draw(new Random("a"))).to.not.deep.equal(draw(new Random("b")));
    const parent = new Random("a");
    const before = draw(parent.fork("x"));
    parent.bits();
    expect(draw(parent.fork("x"))).to.deep.equal(before);
    expect(draw(parent.fork("y"))).to.not.deep.equal(before);
  });

  it("are spread over their range", () => {
    const random = new Random("spread");
    const numbers = Array.from({ length: 4_000 }, () => random.below(4));
    const counts = [0, 1, 2, 3].map((number) => numbers.filter((each) => each === number).length);
    for (const count of counts) expect(count).to.be.within(850, 1_150);
    const drawn = Array.from({ length: 200 }, () => random.between(3, 5));
    expect(new Set(drawn)).to.deep.equal(new Set([3, 4, 5]));
    expect(random.hex(13)).to.match(/^[0-9a-f]{13}$/);
  });
});
