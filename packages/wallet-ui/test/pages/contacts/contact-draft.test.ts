import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import {
  bookWith,
  confusionOf,
  isKnown,
  noContact,
} from "../../../src/pages/contacts/contact-draft.js";
import { lackOf, partyNamed } from "../typed.js";

const bob = { party: partyNamed("bob"), label: "Bob", note: "" };

describe("what is typed for a contact", () => {
  it("is put into the book, in place of the contact of the same party", () => {
    const next = bookWith([bob], { ...bob, party: ` ${bob.party} `, label: "Robert" });
    expect(isRight(next) && next.right.map(({ party, label }) => [party, label])).to.deep.equal([
      [bob.party, "Robert"],
    ]);
  });

  it("lacks something without a party or a label", () => {
    for (const draft of [noContact, { ...bob, label: " " }, { ...bob, party: "bob" }])
      expect(lackOf(bookWith([], draft))).to.match(/party and a label/);
  });

  it("says what is wrong with a label or a note", () => {
    expect(lackOf(bookWith([], { ...bob, label: "x".repeat(200) }))).to.match(/^Expected 1 to /);
    expect(lackOf(bookWith([], { ...bob, note: "x".repeat(2_000) }))).to.match(/^Expected at most/);
  });

  it("knows the parties of the book", () => {
    expect(isKnown([bob], bob.party)).to.equal(true);
    expect(isKnown([bob], partyNamed("carol"))).to.equal(false);
    expect(isKnown([bob], "bob")).to.equal(false);
  });

  it("warns of a party that looks like one of the book", () => {
    const alike = `bob::1220${"ab".repeat(31)}ac`;
    expect(confusionOf([bob], alike)).to.match(/^Looks like bob/);
    expect(confusionOf([bob], bob.party)).to.equal(undefined);
    expect(confusionOf([bob], "bo")).to.equal(undefined);
  });
});
