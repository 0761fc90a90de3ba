import { expect } from "chai";
import { contactLike, typedName } from "../../src/parties/service-name.js";

const bob = `bob::1220${"ab".repeat(32)}`;
const other = `shop::1220${"cd".repeat(32)}`;
const book = [{ party: bob, label: "Bob", note: "" }];

describe("names of the name service", () => {
  for (const [text, name] of [
    ["bob", "bob"],
    [" Bob.Unverified.ANS ", "bob.unverified.ans"],
    ["b_o-b", "b_o-b"],
    ["", undefined],
    [".ans", undefined],
    ["b\u043eb", undefined],
    ["bob::1220", undefined],
    ["b".repeat(61), undefined],
  ] as const)
    it(`reads ${JSON.stringify(text)} as ${name}`, () => expect(typedName(text)).to.equal(name));

  it("finds no contact that a contact itself could be taken for", () =>
    expect(contactLike(bob, "bob.unverified.ans", book)).to.equal(undefined));

  for (const name of ["bob.unverified.ans", "b0b.unverified.ans", "8ob.sv.ans"]) {
    it(`finds the contact that ${name} reads like`, () =>
      expect(contactLike(other, name, book)?.party).to.equal(bob));
  }

  it("finds the contact that an id looks like, without a name", () => {
    expect(contactLike(bob.replace("bob", "b0b"), undefined, book)?.party).to.equal(bob);
    expect(contactLike(other, undefined, book)).to.equal(undefined);
    expect(contactLike(other, "shop.unverified.ans", book)).to.equal(undefined);
  });
});
