import { systemTimers, type Timers } from "@tallystick/background";
import { assert } from "chai";
import { gatherCommands } from "../../src/pipeline/gather-commands.js";

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

const withClock = (nowMs: () => number): Timers => ({ ...systemTimers, nowMs });

const noTimePasses = withClock(() => 0);

describe("all waiting", () => {
  it("waits one turn for a command that is alone", async () => {
    let turns = 0;
    let next: NodeJS.Immediate;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    next = setImmediate(count);
    await gatherCommands(() => 1, 100, noTimePasses);
    clearImmediate(next);
    assert.isAtMost(turns, 2);
  });

  it("waits as long as each turn brings more", async () => {
    const waiting = growing(3, 2, 1, 0, 50);
    await gatherCommands(waiting, 100, noTimePasses);
    assert.equal(waiting(), 7);
  });

  it("waits no longer than until there are enough", async () => {
    const waiting = growing(3, 4, 50);
    await gatherCommands(waiting, 8, noTimePasses);
    assert.equal(waiting(), 8);
  });

  it("ends after a bounded time while ever more come", async () => {
    const waiting = growing(...Array.from({ length: 50 }, () => 1));
    let ms = 0;
    await gatherCommands(
      waiting,
      1_000,
      withClock(() => ms++),
    );
    assert.isAbove(waiting(), 1);
    assert.isBelow(waiting(), 10);
  });
});
