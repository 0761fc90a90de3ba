import { expect } from "chai";
import {
  hintSentence,
  nameSentence,
  shortened,
  shortId,
  textSentence,
  uniqueIdentifierSentence,
} from "../../src/values/text-sentence.js";

describe("What a public node says of a text", () => {
  it("is nothing of one that has the form", () => {
    expect(textSentence("Party", "Alice::1220ab")).to.equal(undefined);
    expect(textSentence("Ledger String", "a.b:c#d/e f_g-1")).to.equal(undefined);
    expect(nameSentence("Accept_2$")).to.equal(undefined);
    expect(hintSentence("a:b")).to.equal(undefined);
  });

  it("names the first character that cannot be in it, in hex", () => {
    expect(textSentence("Party", "a!é")).to.equal(
      'non expected character 0x21 in Daml-LF Party "a!é"',
    );
    expect(textSentence("Package ID", "a.b")).to.equal(
      'non expected character 0x2e in Daml-LF Package ID "a.b"',
    );
    // a character of two units by the first of them
    expect(textSentence("Party", "\u{1f600}")).to.contain("0xd83d");
    expect(nameSentence("1x")).to.equal('non expected first character 0x31 in Daml-LF Name "1x"');
    expect(nameSentence("x-")).to.equal(
      'non expected non first character 0x2d in Daml-LF Name "x-"',
    );
  });

  it("is whether it is empty or too long", () => {
    expect(textSentence("Ledger String", "")).to.equal("Daml-LF Ledger String is empty");
    expect(textSentence("Package Name", "a".repeat(256))).to.equal(
      "Daml-LF Package Name is too long (max: 255)",
    );
    expect(nameSentence("")).to.equal("Daml-LF Name is empty");
    expect(nameSentence("a".repeat(1_001))).to.equal("Name is too long (max: 1000)");
    expect(hintSentence("a".repeat(186))).to.contain(
      "maximum length of 185 but a string of length 186",
    );
  });

  it("is what of an id is missing or wrong", () => {
    expect(uniqueIdentifierSentence("x")).to.equal(
      "Invalid unique identifier `x` with missing namespace.",
    );
    expect(uniqueIdentifierSentence("::x")).to.contain("with empty identifier.");
    expect(uniqueIdentifierSentence("")).to.contain("Empty string");
    expect(uniqueIdentifierSentence("a!::x")).to.contain("Identifier decoding of `a!::x` failed");
    expect(uniqueIdentifierSentence("a::x!")).to.contain("Fingerprint decoding of `a::x!` failed");
    expect(hintSentence("a::b")).to.equal("String contains reserved delimiter `::`.");
  });

  it("shows long texts and fingerprints cut", () => {
    expect(shortened("a".repeat(54))).to.equal(`${"a".repeat(50)}...`);
    expect(shortened("a".repeat(53))).to.equal("a".repeat(53));
    expect(shortId(`sync::1220${"a".repeat(64)}`)).to.equal("sync::1220aaaaaaaa...");
    expect(shortId("sync::1220")).to.equal("sync::1220");
  });
});
