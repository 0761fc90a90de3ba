import { WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import {
  countPart,
  defaultReadLimits,
  enterMessage,
  isInside,
  leaveMessage,
  skipField,
  sourceOf,
} from "../src/message-source.js";

const limits = { maxBytes: 4, maxParts: 3, maxDepth: 2 };

describe("a message source", () => {
  it("opens as many bytes as the limit allows", () => {
    expect(sourceOf(new Uint8Array(4), limits).reader.len).to.equal(4);
    expect(() => sourceOf(new Uint8Array(5), limits)).to.throw("found 5 bytes, expected at most 4");
  });

  it("counts parts and depth", () => {
    const source = sourceOf(new Uint8Array(), limits);
    enterMessage(source, "A", 0);
    enterMessage(source, "B", 0);
    leaveMessage(source);
    expect(source.depth).to.equal(1);
    countPart(source, "C");
    expect(() => countPart(source, "C.d")).to.throw("C.d: expected at most 3 parts in all");
  });

  it("ends the reading of what is nested too deep", () => {
    const source = sourceOf(new Uint8Array(), { ...limits, maxParts: 9 });
    enterMessage(source, "A", 0);
    enterMessage(source, "B", 0);
    expect(() => enterMessage(source, "C", 0)).to.throw("more than 2 messages deep");
  });

  it("ends the reading of a message that ends after its bytes, or before its last field", () => {
    const source = sourceOf(Uint8Array.of(1, 2), limits);
    expect(() => enterMessage(source, "A", 3)).to.throw("A: extends beyond the end");
    source.reader.pos = 1;
    expect([2, 1].map((end) => isInside(source, "A", end))).to.deep.equal([true, false]);
    expect(() => isInside(source, "A", 0)).to.throw("A: a field extends beyond its message");
  });

  it("skips fields but not groups", () => {
    const source = sourceOf(Uint8Array.of(2, 7, 7, 1), defaultReadLimits);
    skipField(source, "A", 1, WireType.LengthDelimited);
    expect(source.reader.pos).to.equal(3);
    skipField(source, "A", 2, WireType.Varint);
    expect(source.reader.pos).to.equal(4);
    expect(() => skipField(source, "A", 3, WireType.StartGroup)).to.throw(
      "A field 3: found a group",
    );
    expect(() => skipField(source, "A", 3, WireType.Varint)).to.throw();
  });
});
