import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { VersionedMessage } from "../../src/messages/topology-transaction.js";
import { encodeMessage } from "@tallystick/protobuf";
import {
  decodeTopologyTransaction,
  encodeTopologyTransaction,
} from "../../src/topology/versioned-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, vectors } from "../support/published-vectors.js";

const published = vectors.topology.flatMap(({ topologyTransactions }) =>
  topologyTransactions.map(fromBase64),
);

describe("decodeTopologyTransaction", () => {
  it("reads every published transaction, and writing gives the same bytes", () => {
    for (const bytes of published) {
      const transaction = expectRight(decodeTopologyTransaction(bytes));
      expect(hex(encodeTopologyTransaction(transaction))).to.equal(hex(bytes));
    }
  });

  it("refuses another version and other bytes", () => {
    const other = encodeMessage(VersionedMessage, { data: Uint8Array.of(), version: 31 });
    expect(expectMessage(decodeTopologyTransaction(other))).to.equal(
      "version: found 31, expected 30",
    );
    const empty = encodeMessage(VersionedMessage, { data: Uint8Array.of(), version: 30 });
    expect(expectMessage(decodeTopologyTransaction(empty))).to.equal(
      "TopologyTransaction.mapping: missing",
    );
    expect(expectMessage(decodeTopologyTransaction(new Uint8Array(70_000)))).to.contain(
      "at most 65536",
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(isLeft(decodeTopologyTransaction(bytes))).to.be.a("boolean");
      }),
      { numRuns: 1_000 },
    );
  });
});
