import { expect } from "chai";
import { createLinks } from "../../src/connection/links.js";
import { createBackOff } from "../../src/connection/retry.js";

/** A clock that moves when someone waits for it, and links that can be had from a time on. */
const linksFrom = (upAt: number, random: () => number, attemptMs = 1) => {
  let now = 0;
  const attempts: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    now += ms;
  };
  const links = createLinks<number>({
    open: async () => {
      attempts.push(now);
      now += attemptMs;
      if (now - attemptMs < upAt) throw new Error("refused");
      return attempts.length;
    },
    backOff: createBackOff(random),
    pause,
    now: () => now,
  });
  return { links, attempts, pause, now: () => now };
};

const firstLink = async ({ links }: ReturnType<typeof linksFrom>): Promise<number> => {
  for (;;) {
    try {
      return await links.current();
    } catch {
      // as a caller that waits does
    }
  }
};

describe("Links to a server that was away", () => {
  for (const seconds of [1, 80, 300, 7_200]) {
    it(`for ${seconds} s are there half a second after it is back, one attempt at a time`, async () => {
      for (const random of [() => 0, () => 1]) {
        const upAt = seconds * 1_000;
        const world = linksFrom(upAt, random);
        await firstLink(world);
        expect(world.now() - upAt).to.be.lessThan(510);
        // no storm: at the quickest four in a second, once the waits have grown
        expect(world.attempts.length).to.be.lessThan(10 + seconds * 4);
      }
    });
  }

  it("are opened once, however many wait for one", async () => {
    const { links, attempts } = linksFrom(0, () => 1);
    const all = await Promise.all(Array.from({ length: 100 }, () => links.current()));
    expect(new Set(all)).to.deep.equal(new Set([1]));
    expect(attempts).to.have.length(1);
    expect(await links.current()).to.equal(1);
    expect(links.present()).to.equal(1);
  });

  it("that end at once are opened ever more slowly, and at once after a good one", async () => {
    const { links, attempts, pause } = linksFrom(0, () => 1);
    for (let round = 0; round < 7; round += 1) links.drop(await links.current());
    const waits = attempts.slice(1).map((at, n) => at - (attempts[n] ?? 0) - 1);
    expect(waits).to.deep.equal([25, 50, 100, 200, 400, 500]);
    const good = await links.current();
    await pause(1_000);
    const before = attempts.length;
    expect(links.drop(good)).to.equal(true);
    await links.current();
    expect((attempts[before] ?? 0) - (attempts[before - 1] ?? 0)).to.equal(1_001);
  });

  it("are dropped only by users of the current link", async () => {
    const { links, attempts } = linksFrom(0, () => 1);
    const first = await links.current();
    expect(links.drop(first)).to.equal(true);
    expect(links.drop(first)).to.equal(false);
    expect(links.present()).to.equal(undefined);
    const second = await links.current();
    expect(links.drop(first)).to.equal(false);
    expect(links.present()).to.equal(second);
    expect(attempts).to.have.length(2);
  });
});
