import { expect } from "chai";
import fc from "fast-check";
import { packBatch, unpackBatch } from "../../src/fold/packed-batch.js";

describe("A packed batch", () => {
  it("comes back as it went in", () => {
    const type = fc.constantFrom("TransactionCommitted", "CommandRejected", "Ä");
    const entry = fc.tuple(type, fc.json());
    fc.assert(
      fc.property(fc.nat(), fc.array(entry, { minLength: 1 }), (firstOffset, entries) => {
        const batch = {
          firstOffset,
          types: entries.map(([each]) => each),
          data: entries.map(([, text]) => text),
        };
        expect(unpackBatch(packBatch(batch))).to.deep.equal(batch);
      }),
    );
  });
});
