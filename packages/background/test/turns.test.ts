import { expect } from "chai";
import { createTurns } from "../src/turns.js";

/** Turns of an event loop that is turned by hand, with a clock that each step moves. */
const turning = () => {
  let nowMs = 0;
  let next: (() => void) | undefined;
  const calls: Array<string> = [];
  const turns = createTurns({
    budgetMs: 4,
    nowMs: () => nowMs,
    later: (callback) => {
      expect(next, "two callbacks for one turn of the loop").to.equal(undefined);
      next = callback;
    },
    settled: (callback) => callback(),
  });
  /** A read of so many steps, each of which takes so long. */
  const read = (name: string, steps: number, { by = "", stepMs = 4, signal = never } = {}) => {
    let done = 0;
    return turns.run({ by, signal }, () => {
      calls.push(name);
      nowMs += stepMs;
      done += 1;
      return done === steps ? name : undefined;
    });
  };
  /** Turns the loop once; what was called meanwhile. */
  const turn = async (): Promise<string> => {
    calls.length = 0;
    const callback = next;
    next = undefined;
    callback?.();
    // whoever got a result continues before the next turn
    await Promise.resolve();
    return calls.join("");
  };
  return { turns, read, turn, isIdle: () => next === undefined };
};

const never = new AbortController().signal;

describe("Turns of long work", () => {
  it("let everything else in between two steps, whoever makes them", async () => {
    const { read, turn } = turning();
    const reads = [read("a", 2, { by: "a" }), read("b", 2, { by: "b" }), read("c", 1, { by: "c" })];
    expect([await turn(), await turn(), await turn(), await turn(), await turn()]).to.deep.equal([
      "a",
      "b",
      "c",
      "a",
      "b",
    ]);
    expect(await Promise.all(reads)).to.deep.equal(["a", "b", "c"]);
  });

  it("call short steps in a row until their time is over", async () => {
    const { read, turn } = turning();
    void read("a", 100, { stepMs: 1 });
    expect(await turn()).to.equal("aaaa");
    expect(await turn()).to.equal("aaaa");
  });

  it("are given to users in turn, however many reads one of them has", async () => {
    const { read, turn } = turning();
    for (let index = 0; index < 50; index += 1) void read("x", 10, { by: "much" });
    void read("y", 2, { by: "little" });
    expect([await turn(), await turn(), await turn(), await turn()]).to.deep.equal([
      "x",
      "y",
      "x",
      "y",
    ]);
  });

  it("finish one read of a user before they begin another of the same", async () => {
    const { read, turn } = turning();
    const [first, second] = [read("1", 3, { stepMs: 1 }), read("2", 2, { stepMs: 1 })];
    expect(await turn()).to.equal("1112");
    expect(await first).to.equal("1");
    expect(await turn()).to.equal("2");
    expect(await second).to.equal("2");
  });

  it("call no step of an aborted read, and those of the others", async () => {
    const { read, turn } = turning();
    const leaving = new AbortController();
    const left = read("a", 10, { signal: leaving.signal });
    const stays = read("b", 1);
    expect(await turn()).to.equal("a");
    leaving.abort();
    expect(await turn()).to.equal("b");
    expect(await left).to.equal(undefined);
    expect(await stays).to.equal("b");
  });

  it("reject with what a step throws, and continue with the others", async () => {
    const { turns, read, turn } = turning();
    const broken = turns.run({}, () => {
      throw new Error("disk");
    });
    const whole = read("a", 1);
    const reason = broken.catch(String);
    expect(await turn()).to.equal("a");
    expect(await reason).to.equal("Error: disk");
    expect(await whole).to.equal("a");
  });

  it("wait for nothing when there is nothing to read, and begin again", async () => {
    const { read, turn, isIdle } = turning();
    void read("a", 1);
    await turn();
    expect(isIdle()).to.equal(true);
    void read("b", 1);
    expect(await turn()).to.equal("b");
  });

  it("pass in the process's own event loop, one in each turn of it", async () => {
    let turnsOfLoop = 0;
    let isOver = false;
    const count = (): void => {
      turnsOfLoop += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let nowMs = 0;
    const turns = createTurns({ nowMs: () => nowMs });
    let steps = 0;
    await turns.run({}, () => {
      nowMs += 10;
      steps += 1;
      return steps === 20 ? true : undefined;
    });
    isOver = true;
    expect(turnsOfLoop).to.be.at.least(19);
  });

  /** The turn of the loop in which each of three results was used, when that takes so long. */
  const usedIn = async (useMs: number): Promise<ReadonlySet<number>> => {
    let loops = 0;
    let isOver = false;
    const count = (): void => {
      loops += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let nowMs = 0;
    const turns = createTurns({ nowMs: () => nowMs });
    const used = new Set<number>();
    const use = async (by: string): Promise<void> => {
      await turns.run({ by }, () => by);
      // what follows may wait for other promises first
      await Promise.resolve();
      nowMs += useMs;
      used.add(loops);
    };
    await Promise.all(["a", "b", "c"].map(use));
    isOver = true;
    return used;
  };

  it("count what is done with a result as the time of its step", async () => {
    expect((await usedIn(10)).size).to.equal(3);
    expect((await usedIn(0)).size).to.equal(1);
  });
});
