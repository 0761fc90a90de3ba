import { expect } from "chai";
import { createWriteQueue } from "./write-queue.js";

const MIB = 1024 * 1024;

describe("The write queue", () => {
  it("runs one task after the other in their order, also after one that threw", async () => {
    const queue = createWriteQueue();
    const steps: string[] = [];
    const task = (name: string, fails = false) =>
      queue.run(1, async () => {
        steps.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([task("a"), task("b", true), task("c")]);
    expect(steps).to.deep.equal(
      ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect(results.map(({ status }) => status)).to.deep.equal([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  for (const [name, count, bytes] of [
    ["tasks", 1_000, 0],
    ["bytes", 2, 16 * MIB],
  ] as const) {
    it(`has no room while too many ${name} wait`, async () => {
      const queue = createWriteQueue();
      let release: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const tasks = Array.from({ length: count }, () => queue.run(bytes, () => gate));
      let hasRoom = false;
      const room = queue.room().then(() => {
        hasRoom = true;
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(hasRoom).to.equal(false);
      release();
      await room;
      await Promise.all(tasks);
      await queue.room();
    });
  }
});
