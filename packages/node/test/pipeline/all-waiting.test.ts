import { assert } from "chai";
import { allWaiting } from "../../src/pipeline/all-waiting.js";

/** A queue that grows by the given numbers, one at each turn of the event loop. */
const growing = (...byTurn: ReadonlyArray<number>): (() => number) => {
  let length = 1;
  const left = [...byTurn];
  const grow = (): void => {
    const more = left.shift();
    if (more === undefined) return;
    length += more;
    setImmediate(grow);
  };
  setImmediate(grow);
  return () => length;
};

describe("all waiting", () => {
  it("waits one turn for a command that is alone", async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      setImmediate(count).unref();
    };
    setImmediate(count).unref();
    await allWaiting(() => 1, 100);
    assert.isAtMost(turns, 2);
  });

  it("waits as long as each turn brings more", async () => {
    const waiting = growing(3, 2, 1, 0, 50);
    await allWaiting(waiting, 100);
    assert.equal(waiting(), 7);
  });

  it("waits no longer than until there are enough", async () => {
    const waiting = growing(3, 4, 50);
    await allWaiting(waiting, 8);
    assert.equal(waiting(), 8);
  });

  it("ends after a bounded time while ever more come", async () => {
    let length = 1;
    let on = true;
    const grow = (): void => {
      length += 1;
      if (on) setImmediate(grow);
    };
    setImmediate(grow);
    await allWaiting(() => length, Number.MAX_SAFE_INTEGER);
    on = false;
    assert.isAbove(length, 1);
  });
});
