import { expect } from "chai";
import fc from "fast-check";
import { Quota } from "../src/index.js";

describe("A quota", () => {
  it("is taken up to its size, and no further", () => {
    const room = new Quota(100, 100);
    const take = (bytes: number): boolean => room.take(bytes, "alice");
    expect([take(60), take(40), take(1)]).to.deep.equal([true, true, false]);
    expect(room.taken()).to.equal(100);
    room.give(40, "alice");
    expect([take(41), take(40)]).to.deep.equal([false, true]);
  });

  it("is taken by one user up to a share, and by others too", () => {
    const room = new Quota(100, 40);
    expect([room.take(40, "alice"), room.take(1, "alice")]).to.deep.equal([true, false]);
    expect([room.take(40, "bob"), room.take(21, "carol")]).to.deep.equal([true, false]);
    room.give(40, "alice");
    expect([room.take(40, "alice"), room.taken()]).to.deep.equal([true, 80]);
  });

  it("accepts the first of each user, and of all, where that is wanted", () => {
    const room = new Quota(100, 40, true);
    expect([room.take(90, "alice"), room.take(1, "alice")]).to.deep.equal([true, false]);
    expect([room.take(11, "bob"), room.take(10, "bob")]).to.deep.equal([false, true]);
    room.give(90, "alice");
    room.give(10, "bob");
    expect([room.take(500, "bob"), room.take(1, "alice")]).to.deep.equal([true, false]);
    room.give(500, "bob");
    expect(room.taken()).to.equal(0);
    expect(new Quota(100, 40).take(41, "bob")).to.equal(false);
  });

  it("never holds more than its size, and all of it after everything is given back", () => {
    const steps = fc.array(fc.nat(40), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (wanted) => {
        const room = new Quota(100, 100);
        const held = wanted.filter((each) => room.take(each, "alice"));
        expect(room.taken()).to.equal(held.reduce((sum, each) => sum + each, 0));
        expect(room.taken()).to.be.at.most(100);
        for (const each of held) room.give(each, "alice");
        expect(room.taken()).to.equal(0);
      }),
    );
  });
});
