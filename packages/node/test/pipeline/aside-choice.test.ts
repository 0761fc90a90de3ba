import { expect } from "chai";
import { AsideChoice } from "../../src/pipeline/aside-choice.js";

/** How many long appends of a number go to the thread, when each has so much idle time there. */
const asideOf = (appends: number, idle: number, choice = new AsideChoice()): number => {
  let aside = 0;
  for (let at = 0; at < appends; at++) {
    if (choice.isAside) {
      aside += 1;
      choice.madeAside(idle);
    } else {
      choice.madeHere();
    }
  }
  return aside;
};

describe("The choice of where to append", () => {
  for (const idle of [0, 0.1, 0.3]) {
    it(`stays with the thread while this one idles ${idle} of the time`, () => {
      expect(asideOf(1_000, idle)).to.equal(1_000);
    });
  }

  for (const idle of [0.35, 0.5, 1]) {
    it(`leaves the thread alone, but for a try now and then, when this one idles ${idle}`, () => {
      expect(asideOf(6_500, idle)).to.be.within(100, 130);
    });
  }

  it("does not leave it for one append in which nothing was to be done", () => {
    const choice = new AsideChoice();
    choice.madeAside(1);
    expect(choice.isAside).to.equal(true);
    expect(asideOf(100, 0.1, choice)).to.equal(100);
  });

  it("comes back when there is something to do again", () => {
    const choice = new AsideChoice();
    asideOf(200, 1, choice);
    expect(asideOf(1_000, 0, choice)).to.be.above(930);
  });
});
