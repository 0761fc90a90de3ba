import { expect } from "chai";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SharedTexts } from "../../src/runs/shared-texts.js";
import { maxTexts, TextMemory } from "../../src/runs/text-memory.js";

describe("A memory of texts", () => {
  it("has what was added, in its order, for whoever has the buffer", () => {
    const memory = new TextMemory();
    const texts = ["", "alice", "\u{1f600} and half of one: \ud800", "x".repeat(512)];
    memory.exclusively(() => {
      for (const text of texts) memory.add(text);
    });
    const other = new TextMemory(memory.buffer);
    expect(other.from(0)).to.deep.equal(texts);
    expect(other.from(2)).to.deep.equal(texts.slice(2));
    expect(other.from(texts.length)).to.deep.equal([]);
  });

  it("is free again after a change that throws", () => {
    const memory = new TextMemory();
    const fails = (): never => {
      throw new Error("no");
    };
    expect(() => memory.exclusively(fails)).to.throw("no");
    expect(memory.exclusively(() => 5)).to.equal(5);
  });

  it("gives each text one number among those who share it", () => {
    const memory = new TextMemory();
    const [one, two] = [
      new SharedTexts([], memory),
      new SharedTexts([], new TextMemory(memory.buffer)),
    ];
    expect(["a", "b"].map((text) => one.numberOf(text))).to.deep.equal([0, 1]);
    expect(["c", "b", "a", "c"].map((text) => two.numberOf(text))).to.deep.equal([2, 1, 0, 2]);
    expect(one.text(2)).to.equal("c");
    expect(one.numberOf("c")).to.equal(2);
    expect(memory.from(0)).to.deep.equal(["a", "b", "c"]);
  });

  it("takes as many as there may be, and no more", () => {
    const memory = new TextMemory();
    const [one, two] = [new SharedTexts([], memory), new SharedTexts([], memory)];
    for (let at = 0; at < maxTexts; at++) one.numberOf(`text ${at}`);
    expect(two.numberOf("one more")).to.equal(undefined);
    expect(two.numberOf("text 9")).to.equal(9);
    expect(memory.from(0).length).to.equal(maxTexts);
  });

  it("gives each text one number while threads add at the same time", async () => {
    const memory = new TextMemory();
    const script = new URL("./text-thread.js", import.meta.url);
    const threads = [1, 2].map(() => new Worker(script, { workerData: memory.buffer }));
    await Promise.all(threads.map((thread) => once(thread, "exit")));
    const texts = memory.from(0);
    expect(new Set(texts).size).to.equal(texts.length);
    expect(texts.length).to.equal(1_000);
  });
});
