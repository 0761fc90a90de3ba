import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import { text, uint64 } from "../src/content.js";
import { type Field, optional, plain, repeated, required } from "../src/field.js";
import { defaultReadLimits } from "../src/message-source.js";
import { fromHex, hex, sourceAt } from "./support.js";

const written = <A>(field: Field<A>, value: A): string => {
  const writer = new BinaryWriter();
  field.write(writer, value);
  return hex(writer.finish());
};

const source = (encoded: string) => sourceAt(fromHex(encoded));

describe("plain", () => {
  it("does not write its default and reads it when absent", () => {
    expect(written(plain(1, text), "")).to.equal("");
    expect(written(plain(1, text), "a")).to.equal("0a0161");
    expect(plain(1, uint64).absent("field")).to.equal(0n);
  });
});

describe("optional", () => {
  it("tells a default that is present from absence", () => {
    expect(written(optional(2, uint64), 0n)).to.equal("1000");
    expect(written(optional(2, uint64), undefined)).to.equal("");
    expect(optional(2, uint64).absent("field")).to.equal(undefined);
  });
});

describe("required", () => {
  it("writes its default and ends the reading when absent", () => {
    expect(written(required(1, text), "")).to.equal("0a00");
    expect(() => required(1, text).absent("Message.field")).to.throw("Message.field: missing");
  });

  it("reads one occurrence", () => {
    const field = required(1, text);
    expect(field.read(source("0161"), undefined, "field")).to.equal("a");
    expect(() => field.read(source("0161"), "before", "field")).to.throw("found twice");
  });
});

describe("repeated", () => {
  it("writes each element and adds each occurrence", () => {
    const field = repeated(3, text);
    expect(written(field, ["a", ""])).to.equal("1a01611a00");
    const one = field.read(source("0161"), undefined, "field");
    expect(field.read(source("0162"), one, "field")).to.deep.equal(["a", "b"]);
    expect(field.absent("field")).to.deep.equal([]);
  });

  it("counts elements against the limit", () => {
    const limited = { ...source("0161"), limits: { ...defaultReadLimits, maxParts: 0 } };
    expect(() => repeated(3, text).read(limited, undefined, "M.field")).to.throw("at most 0 parts");
  });
});
