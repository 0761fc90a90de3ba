import { expect } from "chai";
import fc from "fast-check";
import { AsideChoice } from "../../src/pipeline/aside-choice.js";

/** How many of so many appends, each of which takes so long, go to the thread. */
const asideOf = (choice: AsideChoice, count: number, tookMs: number): number => {
  let aside = 0;
  for (let at = 0; at < count; at++) {
    if (choice.isAside) aside += 1;
    choice.appended(tookMs, 0);
  }
  return aside;
};

describe("The choice of where to append", () => {
  it("begins in its own thread", () => {
    expect(new AsideChoice().isAside).to.equal(false);
  });

  for (const tookMs of [0.2, 3, 7.9]) {
    it(`stays there while appends take ${tookMs} ms`, () => {
      expect(asideOf(new AsideChoice(), 1_000, tookMs)).to.equal(0);
    });
  }

  for (const tookMs of [8.5, 20, 300]) {
    it(`goes to the other soon when they take ${tookMs} ms, and stays there`, () => {
      expect(asideOf(new AsideChoice(), 1_000, tookMs)).to.be.above(980);
    });
  }

  it("does not change for one slow append, nor for what lies between slow and quick", () => {
    const choice = new AsideChoice();
    asideOf(choice, 10, 3);
    expect(asideOf(choice, 1, 25)).to.equal(0);
    expect(choice.isAside).to.equal(false);
    asideOf(choice, 50, 20);
    expect(asideOf(choice, 100, 7)).to.equal(100);
  });

  it("comes back when appends are quick again", () => {
    const choice = new AsideChoice();
    asideOf(choice, 50, 20);
    expect(asideOf(choice, 100, 2)).to.be.below(12);
    expect(choice.isAside).to.equal(false);
  });

  it("takes the time of writing long texts for no slow disk", () => {
    const choice = new AsideChoice();
    for (let at = 0; at < 100; at++) choice.appended(15, 770_000);
    expect(choice.isAside).to.equal(false);
    for (let at = 0; at < 100; at++) choice.appended(27, 770_000);
    expect(choice.isAside).to.equal(true);
  });

  it("is for the thread above all slow averages, and against it below all quick ones", () => {
    const list = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.boolean(), (times, isSlow) => {
        const choice = new AsideChoice();
        for (const ms of times) choice.appended(ms, 0);
        asideOf(choice, 60, isSlow ? 8.5 : 5.5);
        expect(choice.isAside).to.equal(isSlow);
      }),
    );
  });
});
