import { expect } from "chai";
import { collectWhenIdle, idleCollection } from "../src/idle-collection.js";

const mebibyte = 1024 * 1024;

/** One look after another: how busy the loop was, how much memory there is; with what is kept. */
const looks = async (
  steps: ReadonlyArray<readonly [busy: number, mib: number]>,
  keptMib: number,
) => {
  let at = 0;
  let collections = 0;
  let mib = 0;
  const look = idleCollection({
    utilization: () => steps[at]?.[0] ?? 0,
    residentBytes: () => mib * mebibyte,
    collect: async () => {
      collections += 1;
      mib = keptMib;
    },
  });
  const after: number[] = [];
  for (; at < steps.length; at += 1) {
    mib = steps[at]?.[1] ?? 0;
    await look();
    after.push(collections);
  }
  return after;
};

describe("the collection of an idle process", () => {
  it("frees the memory of a load after it ended", async () => {
    const steps = [
      [0, 100],
      [0.9, 400],
      [0.5, 500],
      [0, 500],
      [0, 120],
    ] as const;
    expect(await looks(steps, 120)).to.deep.equal([0, 0, 0, 1, 1]);
  });

  it("is not tried again for memory that nothing gives back", async () => {
    const steps = [
      [0, 100],
      [0, 300],
      [0, 300],
      [0, 310],
      [0, 340],
    ] as const;
    expect(await looks(steps, 300)).to.deep.equal([0, 1, 1, 1, 2]);
  });

  it("leaves a process alone that has hardly more than before", async () => {
    const steps = [
      [0, 100],
      [0, 132],
      [0.05, 131],
    ] as const;
    expect(await looks(steps, 100)).to.deep.equal([0, 0, 0]);
  });

  it("can be stopped, and leaves no function behind that collects", () => {
    const before = "gc" in globalThis;
    const stop = collectWhenIdle();
    stop();
    expect("gc" in globalThis).to.equal(before);
  });
});
