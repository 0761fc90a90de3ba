import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import {
  addresseeOf,
  emptyFields,
  type SendFields,
  transferOf,
} from "../../../src/pages/send/send-fields.js";
import { lackOf, partyNamed, typedAmount } from "../typed.js";

const bob = partyNamed("bob");

const filled: SendFields = { ...emptyFields, receiver: "bob", amount: typedAmount("1.5") };

describe("what is typed to send", () => {
  it("is a transfer that ends at a whole second of the ledger", () => {
    expect(transferOf({ ...filled, memo: "rent" }, bob, 1_000_999)).to.deep.equal({
      receiver: bob,
      amount: "1.5000000000",
      memo: "rent",
      expiresAt: (1_000 + 86_400) * 1_000_000,
      way: "token-standard",
    });
  });

  it("is none without receiver or amount, or with a description that is too long", () => {
    expect(transferOf(filled, undefined, 0)).to.equal(undefined);
    expect(transferOf({ ...filled, amount: typedAmount("x") }, bob, 0)).to.equal(undefined);
    expect(transferOf({ ...filled, memo: "x".repeat(1_000) }, bob, 0)).to.equal(undefined);
  });

  it("says what is missing, the receiver first", () => {
    const found = { party: bob, name: undefined };
    const nobody = { party: undefined, name: undefined };
    expect(lackOf(addresseeOf(emptyFields, nobody))).to.match(/receiver first/);
    expect(lackOf(addresseeOf(emptyFields, found))).to.match(/amount first/);
    expect(lackOf(addresseeOf({ ...filled, memo: "x".repeat(1_000) }, found))).to.match(/too long/);
  });

  it("keeps the name by which the receiver was found", () => {
    const named = { party: bob, name: "bob.unverified.ans" };
    expect(addresseeOf(filled, named)).to.deep.equal(right(named));
  });
});
