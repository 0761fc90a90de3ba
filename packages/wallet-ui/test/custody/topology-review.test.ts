import { describeTopology } from "@tallystick/signing/browser";
import { assert } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { makeKey } from "../../src/custody/custody-key.js";
import { reviewTopology, signTopology } from "../../src/custody/topology-review.js";
import { topologyAnswers } from "./recorded-vectors.js";

const keysOf = (transactions: ReadonlyArray<string>): ReadonlyArray<string> => {
  const described = describeTopology(transactions.map((text) => Buffer.from(text, "base64")));
  return isLeft(described) ? [] : described.right.keys;
};

const ofOneKey = topologyAnswers.filter((each) => keysOf(each.topologyTransactions).length === 1);

describe("the review of topology transactions", () => {
  for (const answer of ofOneKey) {
    const [key = ""] = keysOf(answer.topologyTransactions);

    it(`computes the recorded hash of ${answer.name}`, () => {
      const review = reviewTopology(answer, key);
      assert.isTrue(isLeft(review) ? false : review.right.isPlain);
    });

    it(`refuses one changed byte in ${answer.name}`, () => {
      const [first = "", ...others] = answer.topologyTransactions;
      const bytes = Buffer.from(first, "base64");
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (bytes[at] ?? 0) ^ 1;
        const topologyTransactions = [changed.toString("base64"), ...others];
        assert.isTrue(isLeft(reviewTopology({ ...answer, topologyTransactions }, key)));
      }
    });
  }

  it("has recordings", () => {
    assert.isNotEmpty(ofOneKey);
  });

  it("refuses a key that is not ours, and what is no transaction", () => {
    const [answer] = ofOneKey;
    if (answer === undefined) throw new Error("no recording");
    const kinds = [
      reviewTopology(answer, `1220${"0".repeat(64)}`),
      reviewTopology({ ...answer, topologyTransactions: [] }, ""),
      reviewTopology({ ...answer, topologyTransactions: ["?"] }, ""),
      reviewTopology({ ...answer, topologyTransactions: Array(21).fill("AA==") }, ""),
      reviewTopology({ ...answer, multiHash: "AA==" }, ""),
    ].map((review) => (isLeft(review) ? review.left.kind : "reviewed"));
    assert.deepEqual(kinds, ["other key", "unreadable", "unreadable", "unreadable", "other hash"]);
  });

  it("signs what is plain, and nothing else", async () => {
    const { subtle } = globalThis.crypto;
    const { key } = await makeKey(subtle);
    const description = { multiHash: new Uint8Array(34), lines: [], keys: [], doubts: [] };
    assert.isUndefined(await signTopology(subtle, key, { description, isPlain: false }));
    const signature = await signTopology(subtle, key, { description, isPlain: true });
    assert.strictEqual(signature?.signedBy, key.fingerprint);
  });
});
