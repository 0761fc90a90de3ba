import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { list, textMap } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { numeric, text } from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";
import { payloadOf } from "../../src/contracts/payload-memo.js";

const counted = <A>(
  type: DamlType<A>,
): { readonly type: DamlType<A>; readonly reads: () => number } => {
  let reads = 0;
  return {
    type: {
      ...type,
      decode: (value) => {
        reads++;
        return type.decode(value);
      },
    },
    reads: () => reads,
  };
};

const contractOf = (contractId: string, payload: Json) => ({
  contractId,
  templateId: "p:M:T",
  packageName: "p",
  payload,
  signatories: [],
  observers: [],
  createdAt: 0,
});

const valueOf = (contractId: string, payload: Json, type: DamlType<unknown>): unknown => {
  const read = payloadOf(contractOf(contractId, payload), type);
  return isLeft(read) ? read.left.reason : read.right;
};

describe("the payload of a contract", () => {
  it("is read once, however often it is needed", () => {
    const { type, reads } = counted(record({ note: text }));
    const payload = { note: "a" };
    const first = valueOf("once", payload, type);
    expect(first).to.deep.equal({ note: "a" });
    expect(valueOf("once", payload, type)).to.equal(first);
    expect(reads()).to.equal(1);
  });

  it("is read again for another content under the same id, as another ledger in the process may have it", () => {
    const type = record({ note: text });
    expect(valueOf("same", { note: "a" }, type)).to.deep.equal({ note: "a" });
    expect(valueOf("same", { note: "b" }, type)).to.deep.equal({ note: "b" });
  });

  it("cannot be changed by a template, at any depth, for the commands that come later", () => {
    const inner = record({ notes: list(text) });
    const type = record({ inner, byName: textMap(inner) });
    const value = Object(
      valueOf("fixed", { inner: { notes: ["a"] }, byName: { k: { notes: ["b"] } } }, type),
    );
    expect(() => Object.assign(value, { inner: undefined })).to.throw(TypeError);
    expect(() => value.inner.notes.push("b")).to.throw(TypeError);
    const [named] =
      value.byName instanceof Map ? value.byName.values() : Object.values(value.byName);
    expect(() => named.notes.push("c")).to.throw(TypeError);
  });

  it("is read again for another version of its template", () => {
    const payload = { amount: "1.0" };
    expect(valueOf("version", payload, record({ amount: text }))).to.deep.equal(payload);
    expect(valueOf("version", payload, record({ amount: numeric }))).to.deep.equal({
      amount: 10_000_000_000n,
    });
  });

  it("that is none is refused each time", () => {
    const type = record({ note: text });
    for (let time = 0; time < 2; time++) {
      expect(valueOf("none", { note: 1 }, type)).to.equal(
        "expected text without U+0000 or half a surrogate pair, found number 1",
      );
    }
  });

  it("of a contract used again and again stays remembered while thousands of others pass", () => {
    const { type, reads } = counted(record({ note: text }));
    const payload = { note: "round" };
    for (let other = 0; other < 5000; other++) {
      valueOf("round", payload, type);
      valueOf(`coin ${other}`, { note: "coin" }, record({ note: text }));
    }
    expect(reads()).to.equal(1);
  });

  it("of large contracts is forgotten sooner", () => {
    const { type, reads } = counted(record({ note: text }));
    const payload = { note: "old" };
    valueOf("large", payload, type);
    for (let other = 0; other < 9; other++)
      valueOf(`large ${other}`, { note: "x".repeat(1024 * 1024) }, record({ note: text }));
    valueOf("large", payload, type);
    expect(reads()).to.equal(2);
  });

  it("of contracts used once is forgotten, so that memory stays bounded", () => {
    const { type, reads } = counted(record({ note: text }));
    const payload = { note: "old" };
    valueOf("old", payload, type);
    for (let other = 0; other < 5000; other++)
      valueOf(`later ${other}`, { note: "coin" }, record({ note: text }));
    valueOf("old", payload, type);
    expect(reads()).to.equal(2);
  });
});
