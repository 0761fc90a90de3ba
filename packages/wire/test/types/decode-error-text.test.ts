import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { JsCommands } from "../../src/commands/composite-command-codec.js";
import { type DecodeErrorText, decodeErrorText } from "../../src/types/decode-error-text.js";
import { pathText } from "../../src/types/path-text.js";
import { required, wireArray, wireObject, wireString } from "../../src/types/wire-type.js";

const errorOf = (value: unknown, codec: t.Mixed): DecodeErrorText => {
  const result = codec.decode(value);
  if (!isLeft(result)) throw new Error("decoded");
  return decodeErrorText(result.left);
};

describe("the text of a decode error", () => {
  const User = t.type({ name: t.string, tags: t.array(t.union([t.string, t.number])) }, "User");

  it("leaves the branches of unions out of the path and names all expectations", () => {
    expect(errorOf({ name: "a", tags: ["x", true] }, User)).to.deep.equal({
      path: "tags[1]",
      reason: "expected string or number, found the boolean true",
    });
  });

  it("reports the first of several errors alone", () => {
    expect(errorOf({ name: 1, tags: "x" }, User)).to.deep.equal({
      path: "name",
      reason: "expected string, found the number 1",
    });
  });

  it("reports the branch that came furthest", () => {
    const codec = t.union([t.type({ a: t.type({ b: t.string }) }), t.null]);
    expect(errorOf({ a: { b: 1 } }, codec)).to.deep.equal({
      path: "a.b",
      reason: "expected string, found the number 1",
    });
  });

  it("reports the branch that came furthest wherever it is among the others", () => {
    const far = t.type({ a: t.type({ b: t.string }) });
    for (const codec of [t.union([t.null, far]), t.union([t.type({ a: t.null }), far])]) {
      expect(errorOf({ a: { b: 1 } }, codec)).to.deep.equal({
        path: "a.b",
        reason: "expected string, found the number 1",
      });
    }
  });

  it("takes whole numbers for indexes, and no key that only begins with one", () => {
    const codec = t.record(t.string, t.array(t.string));
    expect(errorOf({ "7up": ["a", 1] }, codec).path).to.equal("7up[1]");
    expect(errorOf({ up7: [1] }, codec).path).to.equal("up7[0]");
  });

  it("leaves the parts of intersections out of the path and says what is missing", () => {
    const codec = t.intersection([t.type({ a: t.string }), t.partial({ b: t.string })]);
    expect(errorOf({}, codec)).to.deep.equal({ path: "a", reason: "missing, expected string" });
  });

  it("finds the way into a type of the wire inside one of io-ts", () => {
    const body = { commands: [], commandId: "c", actAs: [1] };
    expect(errorOf({ commands: body }, t.type({ commands: JsCommands }))).to.deep.equal({
      path: "commands.actAs[0]",
      reason: "expected a string, found the number 1",
    });
  });

  it("has an empty path for the document itself", () => {
    expect(errorOf(7, User)).to.deep.equal({
      path: "",
      reason: "expected User, found the number 7",
    });
    expect(errorOf(undefined, User)).to.deep.equal({ path: "", reason: "missing, expected User" });
  });

  it("names an expectation once that several branches share", () => {
    const codec = t.type({ a: t.union([t.string, t.string, t.number]) });
    expect(errorOf({ a: null }, codec).reason).to.equal("expected string or number, found null");
  });

  it("prefers a reason that a type gives itself", () => {
    const codec = t.type({ a: t.union([t.number, wireString]) });
    expect(errorOf({ a: null }, codec).reason).to.equal("expected a string, found null");
  });

  it("says something of a list without errors", () => {
    expect(decodeErrorText([])).to.deep.equal({ path: "", reason: "missing, expected " });
  });

  it("gives the path that the type itself reports", () => {
    const Leaf = wireObject("Leaf", { text: required(wireString) });
    const Tree = wireObject("Tree", { leaves: required(wireArray(Leaf)) });
    const before = fc.array(fc.record({ text: fc.string() }), { maxLength: 12 });
    fc.assert(
      fc.property(before, (leaves) => {
        const outcome = Tree.read({ leaves: [...leaves, { text: 1 }] });
        if (!isLeft(outcome)) throw new Error("decoded");
        expect(errorOf({ leaves: [...leaves, { text: 1 }] }, Tree)).to.deep.equal({
          path: pathText(outcome.left.path),
          reason: outcome.left.reason,
        });
      }),
    );
  });
});
