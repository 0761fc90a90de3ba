import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import { expect } from "chai";
import { runHistory } from "../../src/history/run-history.js";
import { drawPlan } from "../../src/plan/draw-plan.js";

interface Replaced {
  readonly owner: object;
  readonly name: string;
}

/** What reads a clock, sets a timer or draws a random number of the system. */
const ambient: ReadonlyArray<Replaced> = [
  ...["setTimeout", "setInterval", "setImmediate"].map((name) => ({ owner: globalThis, name })),
  { owner: Date, name: "now" },
  { owner: performance, name: "now" },
  { owner: Math, name: "random" },
  ...["randomUUID", "randomInt", "randomBytes", "randomFillSync"].map((name) => ({
    owner: crypto,
    name,
  })),
  ...["setTimeout", "setImmediate"].map((name) => ({ owner: timersPromises, name })),
];

/** True for what a history does, false for what tests before it left running. */
const isHistory = new AsyncLocalStorage<boolean>();

/** Runs something while each of these that it does is noted instead of done. */
const withoutAmbient = async (run: () => Promise<void>): Promise<ReadonlyArray<string>> => {
  const used: Array<string> = [];
  const undo = ambient.map(({ owner, name }) => {
    const before: unknown = Reflect.get(owner, name);
    Reflect.set(owner, name, (...taken: ReadonlyArray<unknown>): unknown => {
      if (isHistory.getStore() !== true && typeof before === "function")
        return Reflect.apply(before, owner, taken);
      used.push(`${name} ${new Error("used").stack}`);
      return 0;
    });
    return () => Reflect.set(owner, name, before);
  });
  syncBuiltinESMExports();
  try {
    await isHistory.run(true, run);
  } finally {
    for (const each of undo) each();
    syncBuiltinESMExports();
  }
  return used;
};

describe("A simulated history", () => {
  it("reads no clock, sets no timer and draws no number of the system", async () => {
    const seeds = [...Array.from({ length: 30 }, (_, at) => at + 1), 40];
    // modules are loaded before
    for (const seed of seeds.slice(0, 3)) await runHistory(drawPlan(seed));
    const used = await withoutAmbient(async () => {
      for (const seed of seeds) {
        const { violations } = await runHistory(drawPlan(seed));
        expect(violations, `seed ${seed}`).to.deep.equal([]);
      }
    });
    expect(used.join("\n")).to.equal("");
  });
});
