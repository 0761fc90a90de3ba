import { assert } from "chai";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { maxMemoCharacters, memoErrorText, memoLength, readMemo } from "../../src/texts/memo.js";

describe("a description", () => {
  it("is counted in code points, as the server counts it", () => {
    assert.strictEqual(memoLength("👩"), 1);
    assert.isTrue(isRight(readMemo("👩".repeat(maxMemoCharacters))));
    assert.deepEqual(
      readMemo("👩".repeat(280)),
      left({ kind: "too long", found: 280, atMost: 279 }),
    );
  });

  it("is kept as it was typed, and absent when it is empty", () => {
    assert.deepEqual(readMemo(" <b> "), right(" <b> "));
    assert.deepEqual(readMemo(""), right(undefined));
  });

  it("has no half of a character", () => {
    assert.deepEqual(readMemo("\ud800"), left({ kind: "not Unicode" }));
  });

  it("has words for what is wrong", () => {
    assert.strictEqual(
      memoErrorText({ kind: "too long", found: 300, atMost: 279 }),
      "Found 300 characters, expected at most 279.",
    );
    assert.include(memoErrorText({ kind: "not Unicode" }), "broken character");
  });
});
