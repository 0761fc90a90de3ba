import { expect } from "chai";
import { partyQueue } from "../../src/wallet/party-queue.js";

/** Waits for work that was taken. */
const all = (taken: ReadonlyArray<Promise<unknown> | undefined>): Promise<ReadonlyArray<unknown>> =>
  Promise.all(taken.map((work) => work ?? Promise.reject(new Error("it was not taken"))));

const later = () => {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { done, end };
};

describe("the queue of a party", () => {
  it("does one thing after the other, in their order", async () => {
    const queue = partyQueue(10);
    const log: Array<string> = [];
    const gates = [later(), later()];
    const work = gates.map((gate, at) =>
      queue.run("alice", async () => {
        log.push(`begin ${at}`);
        await gate.done;
        log.push(`end ${at}`);
        return at;
      }),
    );
    gates[1]?.end();
    await Promise.resolve();
    gates[0]?.end();
    expect(await all(work)).to.deep.equal([0, 1]);
    expect(log).to.deep.equal(["begin 0", "end 0", "begin 1", "end 1"]);
  });

  it("does not block other parties", async () => {
    const queue = partyQueue(10);
    const gate = later();
    const held = queue.run("alice", () => gate.done);
    expect(await queue.run("bob", () => Promise.resolve("done"))).to.equal("done");
    expect(queue.waiting()).to.equal(1);
    gate.end();
    await held;
    expect(queue.waiting()).to.equal(0);
  });

  it("resumes after work that failed, whose caller alone learns of it", async () => {
    const queue = partyQueue(10);
    const failed = queue.run("alice", () => Promise.reject(new Error("no")));
    const next = queue.run("alice", () => Promise.resolve(7));
    const error = await failed?.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(String(error)).to.equal("Error: no");
    expect(await next).to.equal(7);
  });

  it("takes no more than may wait, and more again when some are done", async () => {
    const queue = partyQueue(3);
    const gate = later();
    const taken = [1, 2, 3].map(() => queue.run("alice", () => gate.done));
    expect(queue.run("alice", () => Promise.resolve())).to.equal(undefined);
    expect(queue.run("bob", () => Promise.resolve())).to.not.equal(undefined);
    gate.end();
    await all(taken);
    expect(await queue.run("alice", () => Promise.resolve("again"))).to.equal("again");
  });
});
