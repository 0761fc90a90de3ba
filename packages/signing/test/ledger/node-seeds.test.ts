import { createHmac } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { nodeSeedOf, type SeedSource, transactionSeedOf } from "../../src/ledger/node-seeds.js";
import { hex } from "../support/published-vectors.js";

const source: SeedSource = {
  submitterInfo: { actAs: ["alice"], commandId: "c" },
  synchronizerId: "s",
  transactionUuid: "u",
  preparationTime: 1n,
  maxRecordTime: undefined,
};

describe("transactionSeedOf", () => {
  it("is the same for the same metadata, and another for any other", () => {
    const changed: ReadonlyArray<SeedSource> = [
      source,
      { ...source, submitterInfo: { actAs: ["bob"], commandId: "c" } },
      { ...source, submitterInfo: { actAs: ["alice"], commandId: "d" } },
      { ...source, synchronizerId: "t" },
      { ...source, transactionUuid: "v" },
      { ...source, preparationTime: 2n },
      { ...source, maxRecordTime: 0n },
      { ...source, maxRecordTime: 1n },
    ];
    expect(hex(transactionSeedOf(source))).to.equal(hex(transactionSeedOf({ ...source })));
    expect(new Set(changed.map((each) => hex(transactionSeedOf(each)))).size).to.equal(
      changed.length,
    );
  });
});

describe("nodeSeedOf", () => {
  it("is 32 bytes of its own for each node", () => {
    const seed = transactionSeedOf(source);
    const seeds = [0, 1, 2, 256].map((id) => hex(nodeSeedOf(seed, id)));
    expect(new Set(seeds).size).to.equal(4);
    expect(seeds[0]).to.have.length(64);
  });

  it("is the HMAC of the number of the node", () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seeds, fc.nat(), (seed, nodeId) => {
        const number = Buffer.alloc(4);
        number.writeInt32BE(nodeId);
        const expected = createHmac("sha256", seed).update(number).digest("hex");
        expect(hex(nodeSeedOf(seed, nodeId))).to.equal(expected);
      }),
    );
  });
});
