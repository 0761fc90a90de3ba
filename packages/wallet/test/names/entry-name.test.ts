import { expect } from "chai";
import { entryErrorOf } from "../../src/index.js";

const good = { name: "alice.unverified.ans", url: "", description: "" };

describe("what an entry may say", () => {
  const allowed = [
    good,
    { ...good, name: "a-b_9.unverified.ans" },
    { ...good, name: `${"a".repeat(45)}.unverified.ans` },
    { ...good, url: "https://example.com/alice?x=1" },
    { ...good, url: `http://example.com/${"a".repeat(236)}` },
    { ...good, description: "x".repeat(140) },
    { ...good, description: "\u{1F600}".repeat(140) },
  ];
  for (const entry of allowed) {
    it(`allows ${JSON.stringify(entry).slice(0, 60)}`, () => {
      expect(entryErrorOf(entry)).to.equal(undefined);
    });
  }

  const refused = [
    ["name", { ...good, name: "" }],
    ["name", { ...good, name: ".unverified.ans" }],
    ["name", { ...good, name: "alice" }],
    ["name", { ...good, name: "alice.ans" }],
    ["name", { ...good, name: "Alice.unverified.ans" }],
    ["name", { ...good, name: "a.b.unverified.ans" }],
    ["name", { ...good, name: "a b.unverified.ans" }],
    ["name", { ...good, name: "alice.unverified.ans " }],
    ["name", { ...good, name: `${"a".repeat(46)}.unverified.ans` }],
    ["url", { ...good, url: "example.com" }],
    ["url", { ...good, url: "javascript:alert(1)" }],
    ["url", { ...good, url: "https://" }],
    ["url", { ...good, url: `http://example.com/${"a".repeat(237)}` }],
    ["description", { ...good, description: "x".repeat(141) }],
  ] as const;
  for (const [field, entry] of refused) {
    it(`refuses the ${field} of ${JSON.stringify(entry).slice(0, 60)}`, () => {
      expect(entryErrorOf(entry)).to.match(new RegExp(`^Invalid ${field}: expected`));
    });
  }
});
