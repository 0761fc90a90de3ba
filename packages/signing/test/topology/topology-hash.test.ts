import {
  computeMultiHashForTopology,
  computeSha256CantonHash,
} from "@canton-network/core-tx-visualizer";
import { expect } from "chai";
import * as fc from "fast-check";
import { multiHash, topologyTransactionHash } from "../../src/topology/topology-hash.js";
import { fromBase64, hex, vectors } from "../support/published-vectors.js";

describe("topology hashes", () => {
  for (const {
    name,
    topologyTransactions,
    transactionHashes,
    multiHash: expected,
  } of vectors.topology) {
    it(`are the published ones of ${name}`, () => {
      const hashes = topologyTransactions.map((each) => topologyTransactionHash(fromBase64(each)));
      expect(hashes.map(hex)).to.deep.equal(transactionHashes);
      expect(hex(multiHash(hashes))).to.equal(expected);
    });
  }

  it("agree with the official client for any bytes", async () => {
    const some = fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 40 }), {
      minLength: 1,
      maxLength: 5,
      selector: (bytes) => hex(bytes),
    });
    await fc.assert(
      fc.asyncProperty(some, async (all) => {
        const hashes = all.map(topologyTransactionHash);
        const official = await Promise.all(all.map((bytes) => computeSha256CantonHash(11, bytes)));
        expect(hashes.map(hex)).to.deep.equal(official.map(hex));
        // the official function gives what is hashed
        const content = await computeMultiHashForTopology(official);
        expect(hex(multiHash(hashes))).to.equal(hex(await computeSha256CantonHash(55, content)));
      }),
    );
  });

  it("do not depend on order and repetition", () => {
    const [a, b] = [Uint8Array.of(1), Uint8Array.of(2)].map(topologyTransactionHash);
    if (a === undefined || b === undefined) throw new Error("two hashes");
    expect(hex(multiHash([a, b, a]))).to.equal(hex(multiHash([b, a])));
    expect(hex(multiHash([a]))).not.to.equal(hex(a));
  });
});
