import { expect } from "chai";
import { jsonAt, objectWith, textAt } from "../../src/history/json-path.js";

const value = { transfer: { sender: "alice", amount: 1, none: null }, list: [{ sender: "bob" }] };

describe("a path into JSON", () => {
  it("finds the value of nested keys", () => {
    expect(jsonAt(value, "transfer.amount")).to.equal(1);
    expect(jsonAt(value, "transfer.none")).to.equal(null);
    expect(jsonAt(value, "list")).to.equal(value.list);
  });

  it("finds nothing in values that are not objects, nor what every object inherits", () => {
    for (const path of ["", "sender", "transfer.sender.x", "list.0", "transfer.toString"])
      expect(jsonAt(value, path), path).to.equal(undefined);

    expect(jsonAt(undefined, "a")).to.equal(undefined);
  });

  it("finds a text only where it is one", () => {
    expect(textAt(value, "transfer.sender")).to.equal("alice");
    expect(textAt(value, "transfer.amount")).to.equal(undefined);
    expect(textAt(value, "transfer")).to.equal(undefined);
  });

  it("finds the first object with a key, the outer one before the inner", () => {
    expect(objectWith(value, "sender")).to.equal(value.transfer);
    const outer = { sender: "carol", inner: { sender: "alice" } };
    expect(objectWith(outer, "sender")).to.equal(outer);
    expect(objectWith(value, "receiver")).to.equal(undefined);
    expect(objectWith([value], "sender")).to.equal(undefined);
  });

  it("looks to the given depth and no deeper", () => {
    const deep = { a: { b: { c: { d: { e: 1 } } } } };
    expect(objectWith(deep, "e")).to.deep.equal({ e: 1 });
    expect(objectWith(deep, "e", 3)).to.equal(undefined);
  });
});
