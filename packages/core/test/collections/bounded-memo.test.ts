import { expect } from "chai";
import fc from "fast-check";
import { boundedMemo } from "../../src/collections/bounded-memo.js";

describe("a bounded memo", () => {
  it("answers as the function does, whatever it was called with before", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 2 })),
        fc.integer({ min: 1, max: 4 }),
        (asked, limit) => {
          const memo = boundedMemo(limit, (text) => ({ shouted: text.toUpperCase() }));
          for (const text of asked) expect(memo.of(text).shouted).to.equal(text.toUpperCase());
        },
      ),
    );
  });

  it("gives the same object for the texts asked last, as many as its limit", () => {
    const memo = boundedMemo(3, (text) => ({ text }));
    const first = ["a", "b", "c"].map((text) => memo.of(text));
    expect(["a", "b", "c"].map((text) => memo.of(text))).to.have.ordered.members(first);
    memo.of("d");
    expect(memo.of("c")).to.equal(first[2]);
  });

  it("gives each of two texts of one length its own object, by turns", () => {
    const memo = boundedMemo(2, (text) => ({ text }));
    const [a, b] = [memo.of("alice"), memo.of("carol")];
    for (const [text, made] of [
      ["alice", a],
      ["carol", b],
      ["carol", b],
      ["alice", a],
    ] as const)
      expect(memo.of(text)).to.equal(made);
    expect([a.text, b.text]).to.deep.equal(["alice", "carol"]);
  });

  it("calls the function at most once for a text that comes again and again among ever new ones", () => {
    const made: Array<string> = [];
    const memo = boundedMemo(2, (text) => made.push(text));
    for (let at = 0; at < 50; at++) {
      memo.of("often");
      memo.of(`once ${at}`);
    }
    expect(made.length).to.equal(51);
  });

  it("forgets what was not asked for while twice its limit of others were", () => {
    const memo = boundedMemo(2, (text) => ({ text }));
    const forgotten = memo.of("a");
    for (const text of ["b", "c", "d", "e"]) memo.of(text);
    expect(memo.known("a")).to.equal(undefined);
    expect(memo.of("a")).to.not.equal(forgotten);
  });

  it("remembers only what it computed, and reading changes nothing", () => {
    const memo = boundedMemo(2, (text) => ({ text }));
    expect(memo.known("a")).to.equal(undefined);
    expect(memo.known("a")).to.equal(undefined);
    const made = memo.of("a");
    expect(memo.known("a")).to.equal(made);
  });
});
