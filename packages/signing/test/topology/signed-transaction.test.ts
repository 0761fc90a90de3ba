import { expect } from "chai";
import { signMessage } from "../../src/keys/private-key.js";
import {
  MAX_ONBOARDING_SIGNATURES,
  MAX_ONBOARDING_TRANSACTIONS,
  readOnboardingTransactions,
} from "../../src/topology/signed-transaction.js";
import { multiHash, topologyTransactionHash } from "../../src/topology/topology-hash.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { hex } from "../support/published-vectors.js";
import { adding, hostingOf, newKey } from "./signing-party.js";

const key = newKey();
const other = newKey();
const transaction = adding(hostingOf(key.publicKey.fingerprint, [key]));
const single = topologyTransactionHash(transaction);
const ofAll = multiHash([single]);

describe("readOnboardingTransactions", () => {
  it("prefers a signature over the transaction to one over all by the same key", () => {
    const own = signMessage(key, single);
    const signed = expectRight(
      readOnboardingTransactions(
        [{ transaction, signatures: [own] }],
        [signMessage(key, ofAll), signMessage(other, ofAll)],
      ),
    );
    const signers = [...(signed[0]?.signedBy ?? [])].map(([by, { message }]) => [by, hex(message)]);
    expect(signers).to.deep.equal([
      [key.publicKey.fingerprint, hex(single)],
      [other.publicKey.fingerprint, hex(ofAll)],
    ]);
  });

  it("refuses no transaction, and more of anything than is allowed", () => {
    const signature = signMessage(key, ofAll);
    const field = (transactions: number, signatures: number, multi: number) => {
      const error = expectLeft(
        readOnboardingTransactions(
          Array.from({ length: transactions }, () => ({
            transaction,
            signatures: Array.from({ length: signatures }, () => signature),
          })),
          Array.from({ length: multi }, () => signature),
        ),
      );
      return error.kind === "invalid field" ? error.field : error.kind;
    };
    expect(field(0, 0, 0)).to.equal("onboarding_transactions.transactions");
    expect(field(MAX_ONBOARDING_TRANSACTIONS + 1, 0, 0)).to.equal(
      "onboarding_transactions.transactions",
    );
    expect(field(1, MAX_ONBOARDING_SIGNATURES + 1, 0)).to.equal(
      "onboarding_transaction.signatures",
    );
    expect(field(1, 0, MAX_ONBOARDING_SIGNATURES + 1)).to.equal(
      "onboarding_transaction.signatures",
    );
  });
});
