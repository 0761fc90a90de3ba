import { gone } from "@tallystick/core";
import {
  ByteWriter,
  SharedTexts,
  type TableForm,
  hashKey,
  keyBytes,
  writeEntry,
} from "@tallystick/tables";
import { expect } from "chai";
import fc from "fast-check";
import { sha256 } from "../../src/ledger/sha256.js";
import { tableForms } from "../../src/snapshot/state-tables.js";

const texts = new SharedTexts();
const { contracts, keys, changes } = tableForms;

const bytesOf = (form: Pick<TableForm<never>, "writeKey">, key: string): Buffer =>
  Buffer.from(keyBytes(form, key));

const id = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), maxLength: 140 }),
  fc.constantFrom("ff", "FF00", "00aB", "0", "", "ff00ff", "000g"),
);

describe("the bytes of a table", () => {
  it("have a contract id as digits or as text, and it comes back", () => {
    fc.assert(
      fc.property(id, (contractId) => {
        const bytes = bytesOf(contracts, contractId);
        expect(contracts.keyText(bytes)).to.equal(contractId);
        const out = new ByteWriter();
        keys.write(out, texts, contractId);
        expect(keys.read("key", Buffer.from(out.written()), texts)).to.equal(contractId);
      }),
    );
  });

  it("differ for contract ids that differ", () => {
    fc.assert(
      fc.property(id, id, (a, b) => {
        const same = bytesOf(contracts, a).equals(bytesOf(contracts, b));
        expect(same).to.equal(a === b);
      }),
    );
  });

  it("take half as many bytes as an id has digits", () => {
    expect(bytesOf(contracts, "00".repeat(69))).to.have.lengthOf(69);
  });

  it("have a key as it is", () => {
    expect(keys.keyText(bytesOf(keys, 'p:M:T\n{"a":"\u20ac"}'))).to.equal('p:M:T\n{"a":"\u20ac"}');
  });

  it("have of a change id its whole digest, and all of its acceptance", () => {
    const digest = bytesOf(changes, "user\ncommand\nalice");
    expect(digest.toString("hex")).to.equal(sha256("user\ncommand\nalice"));
    expect(changes.keyText(digest)).to.equal(sha256("user\ncommand\nalice"));
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.maxSafeNat(), fc.string({ unit: "grapheme" }), (...parts) => {
        const [offset, recordTime, submissionId] = parts;
        const out = new ByteWriter();
        changes.write(out, texts, { offset, recordTime, submissionId });
        const read = changes.read("any", Buffer.from(out.written()), texts);
        expect(read).to.deep.equal({ offset, recordTime, submissionId });
      }),
    );
  });

  it("begin with the hash of the key and both lengths", () => {
    const out = new ByteWriter();
    writeEntry(out, keys, { texts, seed: 4 }, "key", "00ab");
    const { high, low } = hashKey("key", 4, { high: 0, low: 0 });
    const bytes = out.written();
    const numbers = [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at));
    expect(numbers).to.deep.equal([high, low, 3, 2]);
    expect(bytes.toString("hex", 16)).to.equal("6b657900ab");
  });

  it("say of a key that was removed that it was", () => {
    const out = new ByteWriter();
    writeEntry(out, keys, { texts, seed: 4 }, "key", gone);
    expect(out.written().readUInt32LE(12)).to.equal(0xffffffff);
    expect(out.length).to.equal(19);
  });
});
