import { expect } from "chai";
import fc from "fast-check";
import { packBatch, unpackBatch } from "../../src/fold/packed-batch.js";

describe("A packed batch", () => {
  it("comes back as it went in", () => {
    const type = fc.constantFrom("TransactionCommitted", "CommandRejected", "Ä");
    const entry = fc.tuple(type, fc.json());
    fc.assert(
      fc.property(fc.nat(), fc.array(entry, { minLength: 1 }), (firstOffset, entries) => {
        const batch = entries.map(([each, data], at) => ({
          offset: firstOffset + at,
          type: each,
          data,
        }));
        expect(unpackBatch(packBatch(batch))).to.deep.equal(batch);
        const hashed = batch.map((entry) => ({ ...entry, hash: `hash ${entry.offset}` }));
        const last = batch.length - 1;
        expect(unpackBatch(packBatch(hashed))).to.deep.equal(
          hashed.map((entry, at) => (at === last ? entry : batch[at])),
        );
      }),
    );
  });
});
