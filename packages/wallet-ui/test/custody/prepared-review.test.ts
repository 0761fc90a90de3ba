import { describePreparedTransaction } from "@tallystick/signing/browser";
import { assert } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { makeKey } from "../../src/custody/custody-key.js";
import {
  type PreparedAnswer,
  isKeyOfParty,
  reviewErrorText,
  reviewPrepared,
  signPrepared,
} from "../../src/custody/prepared-review.js";
import { bytesOfBase64 } from "../../src/custody/base64.js";
import { preparedAnswers } from "./recorded-vectors.js";

const { subtle } = globalThis.crypto;

/** The reviewer that a recorded transaction is for. */
const reviewerOf = (answer: PreparedAnswer) => {
  const bytes = Buffer.from(answer.preparedTransaction, "base64");
  const described = describePreparedTransaction(bytes, answer.hashingSchemeVersion);
  if (isLeft(described)) throw new Error(described.left.message);
  const { actAs, synchronizerId, executableUntil } = described.right;
  const now = Date.parse(executableUntil) - 1;
  return { party: actAs[0] ?? "", network: synchronizerId, now, parties: actAs.length };
};

const ofOneParty = preparedAnswers.filter((answer) => reviewerOf(answer).parties === 1);
const [sample] = ofOneParty;
if (sample === undefined) throw new Error("no recorded transaction of one party");

/** The answer with each byte of its transaction changed, one at a time. */
const changesOf = (answer: PreparedAnswer): ReadonlyArray<PreparedAnswer> => {
  const bytes = bytesOfBase64(answer.preparedTransaction) ?? new Uint8Array();
  return Array.from(bytes, (byte, at) => ({
    ...answer,
    preparedTransaction: Buffer.from(bytes.with(at, byte ^ 1)).toString("base64"),
  }));
};

const errorOf = (answer: PreparedAnswer, reviewer = reviewerOf(sample)): string => {
  const review = reviewPrepared(answer, reviewer);
  return isLeft(review) ? review.left.kind : "reviewed";
};

describe("the review of a prepared transaction", () => {
  for (const answer of ofOneParty) {
    it(`computes the recorded hash of ${answer.name}`, () => {
      const review = reviewPrepared(answer, reviewerOf(answer));
      assert.isTrue(isRight(review), isLeft(review) ? reviewErrorText(review.left) : "");
    });
  }

  it("refuses every change of one byte", () => {
    for (const changed of changesOf(sample)) {
      const review = reviewPrepared(changed, reviewerOf(sample));
      assert.isTrue(isLeft(review), changed.preparedTransaction);
    }
  });

  it("says and signs the same where a byte is changed that nobody signs", () => {
    const name = "multiple-inputs-fetch-rollback-interface in V2";
    const answer = preparedAnswers.find((each) => each.name === name);
    if (answer === undefined) throw new Error(`no recording ${name}`);
    const reviewer = reviewerOf(answer);
    const original = reviewPrepared(answer, reviewer);
    // the blobs of contracts are covered by no hash
    const accepted = changesOf(answer)
      // every fifth byte: the transaction is long
      .filter((_, at) => at % 5 === 0)
      .map((changed) => reviewPrepared(changed, reviewer))
      .filter(isRight);
    assert.isNotEmpty(accepted);
    assert.isBelow(accepted.length, 20);
    for (const review of accepted) if (review.right.isPlain) assert.deepEqual(review, original);
  });

  it("refuses a hash that is not that of the bytes", () => {
    const preparedTransactionHash = Buffer.alloc(32, 7).toString("base64");
    assert.strictEqual(errorOf({ ...sample, preparedTransactionHash }), "other hash");
    assert.strictEqual(errorOf({ ...sample, preparedTransactionHash: "?" }), "other hash");
  });

  it("refuses another party, another network, and what is too late", () => {
    const reviewer = reviewerOf(sample);
    assert.strictEqual(errorOf(sample, { ...reviewer, party: "x::1220" }), "other party");
    assert.strictEqual(errorOf(sample, { ...reviewer, network: "x::1220" }), "other network");
    const short = reviewer.network.split("::").slice(0, 2).join("::");
    assert.strictEqual(errorOf(sample, { ...reviewer, network: short }), "reviewed");
    assert.strictEqual(
      errorOf(sample, { ...reviewer, network: short.slice(0, -1) }),
      "other network",
    );
    assert.strictEqual(errorOf(sample, { ...reviewer, now: reviewer.now + 1 }), "expired");
    const several = preparedAnswers.find((answer) => reviewerOf(answer).parties > 1);
    if (several !== undefined)
      assert.strictEqual(errorOf(several, reviewerOf(several)), "other party");
  });

  it("refuses what cannot be read", () => {
    for (const preparedTransaction of ["", "AAAA", "?", sample.preparedTransaction.slice(4)])
      assert.strictEqual(errorOf({ ...sample, preparedTransaction }), "unreadable");
  });

  it("signs what is plain at once, and what has doubts only when they were accepted", async () => {
    const { key } = await makeKey(subtle);
    const review = reviewPrepared(sample, reviewerOf(sample));
    if (isLeft(review)) throw new Error(review.left.kind);
    const { description } = review.right;
    const [plain, doubtful] = [
      { description, isPlain: true },
      { description, isPlain: false },
    ];
    assert.isUndefined(await signPrepared(subtle, key, doubtful, false));
    for (const signature of [
      await signPrepared(subtle, key, plain, false),
      await signPrepared(subtle, key, doubtful, true),
    ]) {
      if (signature === undefined) throw new Error("not signed");
      assert.strictEqual(signature.signedBy, key.fingerprint);
      const publicKey = await subtle.importKey("raw", key.publicKey, "Ed25519", false, ["verify"]);
      const bytes = bytesOfBase64(signature.signature) ?? new Uint8Array();
      const hash = Uint8Array.from(description.hash);
      assert.isTrue(await subtle.verify("Ed25519", publicKey, bytes, hash));
    }
    assert.isTrue(isKeyOfParty(key, `me::${key.fingerprint}`));
    assert.isFalse(isKeyOfParty(key, `me::1220${"0".repeat(64)}`));
  });

  it("says in words that nothing was signed", () => {
    const review = reviewPrepared(
      { ...sample, preparedTransactionHash: "AA==" },
      reviewerOf(sample),
    );
    assert.include(isLeft(review) ? reviewErrorText(review.left) : "", "Nothing was signed");
  });
});
