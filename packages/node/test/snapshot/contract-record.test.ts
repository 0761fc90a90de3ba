import type { Contract, Json } from "@tallystick/core";
import { ByteReader, ByteWriter, SharedTexts } from "@tallystick/tables";
import { expect } from "chai";
import fc from "fast-check";
import { readContract, writeContract } from "../../src/snapshot/contract-record.js";

// names are letters; only values may have any text, and half of a pair of units among it
const text = fc.string({ unit: "grapheme" });

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.constantFrom<Json>("\ud800", "a\udc00b"),
    fc.constantFrom<Json>(null, true, false, 0, 12, -3.5),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "constructor", "1")), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
})).value;

const parties = fc.array(fc.oneof(text, fc.constant("alice::1220".padEnd(75, "a"))), {
  maxLength: 4,
});

const contract: fc.Arbitrary<Contract> = fc
  .record({
    templateId: text,
    packageName: text,
    payload: value,
    signatories: parties,
    observers: parties,
    createdAt: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    key: fc.option(fc.record({ value, maintainers: parties }), { nil: undefined }),
  })
  .map(({ key, ...rest }) =>
    key === undefined ? { contractId: "00ab", ...rest } : { contractId: "00ab", ...rest, key },
  );

const written = (texts: SharedTexts, each: Contract): Buffer => {
  const out = new ByteWriter();
  writeContract(out, texts, each);
  return Buffer.from(out.written());
};

describe("the record of a contract", () => {
  it("says everything a contract says, to the order of its fields", () => {
    fc.assert(
      fc.property(fc.array(contract, { maxLength: 5 }), (list) => {
        const texts = new SharedTexts();
        const records = list.map((each) => written(texts, each));
        const later = new SharedTexts(texts.all);
        for (const [at, record] of records.entries()) {
          const read = readContract("00ab", new ByteReader(record), later);
          expect(read).to.deep.equal(list[at]);
          expect(JSON.stringify(read.payload)).to.equal(JSON.stringify(list[at]?.payload));
        }
      }),
    );
  });

  it("has what many contracts share once", () => {
    const texts = new SharedTexts();
    const party = "alice::1220".padEnd(75, "a");
    const ping: Contract = {
      contractId: "00ab",
      templateId: `${"a".repeat(64)}:Ping:Ping`,
      packageName: "ping-package",
      payload: { id: "one", initiator: party, responder: party },
      signatories: [party],
      observers: [],
      createdAt: 1,
    };
    written(texts, ping);
    expect(written(texts, ping).length).to.be.below(40);
    expect(texts.all).to.have.lengthOf(4);
  });

  it("is as right when no more texts can be shared", () => {
    const texts = new SharedTexts(Array.from({ length: 8_192 }, (_, at) => `text ${at}`));
    fc.assert(
      fc.property(contract, (each) => {
        const read = readContract("00ab", new ByteReader(written(texts, each)), texts);
        expect(read).to.deep.equal(each);
      }),
      { numRuns: 30 },
    );
  });

  it("is nothing else", () => {
    const texts = new SharedTexts();
    const record = written(texts, {
      contractId: "00ab",
      templateId: "t",
      packageName: "p",
      payload: null,
      signatories: [],
      observers: [],
      createdAt: 0,
    });
    record[record.length - 1] = 99;
    expect(() => readContract("00ab", new ByteReader(record), texts)).to.throw(
      "unknown kind of value: 99",
    );
  });
});
