import { expect } from "chai";
import { describeTopology } from "../../src/description/describe-topology.js";
import { encodeTopologyTransaction } from "../../src/topology/versioned-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, vectors } from "../support/published-vectors.js";

describe("describeTopology", () => {
  for (const { name, topologyTransactions, multiHash } of vectors.topology) {
    it(`computes the published hash of ${name} and says who hosts the party`, () => {
      const description = expectRight(describeTopology(topologyTransactions.map(fromBase64)));
      expect(hex(description.multiHash)).to.equal(multiHash);
      expect(description.doubts).to.deep.equal([]);
      const lines = description.lines.join("\n");
      expect(lines).to.contain("is hosted on").and.to.contain("must sign for");
      expect(lines).to.contain(`Hash: ${multiHash}`);
      expect(description.keys).to.not.be.empty;
      for (const key of description.keys) expect(lines).to.contain(key);
    });
  }

  it("doubts what makes no party, and what takes something away", () => {
    const bytes = encodeTopologyTransaction({
      operation: 2,
      serial: 1,
      mapping: { kind: "vettedPackages", value: Uint8Array.of(1) },
    });
    const { doubts, lines } = expectRight(describeTopology([bytes]));
    expect(doubts).to.deep.equal(["unknown: a change of vettedPackages", "it removes a mapping"]);
    expect(lines[0]).to.equal("Changes vettedPackages");
  });

  it("gives an error for other bytes", () => {
    expect(expectMessage(describeTopology([Uint8Array.of(1, 2, 3)]))).to.be.a("string");
  });
});
