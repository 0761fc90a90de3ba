import { expect } from "chai";
import {
  TopologyTransaction,
  VersionedMessage,
  permissions,
} from "../../src/messages/topology-transaction.js";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, vectors } from "../support/published-vectors.js";

const read = (base64: string) => {
  const outer = expectRight(decodeMessage(VersionedMessage, fromBase64(base64)));
  return { outer, inner: expectRight(decodeMessage(TopologyTransaction, outer.data)) };
};

describe("TopologyTransaction", () => {
  for (const { name, topologyTransactions } of vectors.topology) {
    it(`reads ${name} and writes the same bytes again`, () => {
      for (const base64 of topologyTransactions) {
        const { outer, inner } = read(base64);
        expect(outer.version).to.equal(30);
        expect([inner.operation, inner.serial]).to.deep.equal([1, 1]);
        const again = encodeMessage(VersionedMessage, {
          data: encodeMessage(TopologyTransaction, inner),
          version: outer.version,
        });
        expect(hex(again)).to.equal(hex(fromBase64(base64)));
      }
    });
  }

  it("reads the hosts and the key of a party", () => {
    const { mapping } = read(vectors.topology[1]?.topologyTransactions[0] ?? "").inner;
    if (mapping.kind !== "partyToParticipant") throw new Error(mapping.kind);
    const { participants, threshold, partySigningKeys } = mapping.value;
    expect(participants.map(({ permission }) => permission)).to.deep.equal([
      permissions.confirmation,
      permissions.confirmation,
      permissions.observation,
    ]);
    expect([threshold, partySigningKeys?.threshold]).to.deep.equal([2, 1]);
    expect(partySigningKeys?.keys.map(({ format, keySpec }) => [format, keySpec])).to.deep.equal([
      [4, 2],
    ]);
  });

  it("reads the three mappings of version 3.4", () => {
    const kinds = vectors.topology[3]?.topologyTransactions.map(
      (each) => read(each).inner.mapping.kind,
    );
    expect(kinds).to.deep.equal(["namespaceDelegation", "partyToKeyMapping", "partyToParticipant"]);
  });

  it("keeps mappings that make no party as bytes", () => {
    const transaction: TopologyTransaction = {
      operation: 1,
      serial: 2,
      mapping: { kind: "vettedPackages", value: Uint8Array.of(1, 2, 3) },
    };
    const encoded = encodeMessage(TopologyTransaction, transaction);
    expect(hex(encoded)).to.equal("080110021a054203010203");
    expect(expectRight(decodeMessage(TopologyTransaction, encoded))).to.deep.equal(transaction);
  });

  it("needs a mapping that is known", () => {
    const unknown = Uint8Array.from(Buffer.from("080110011a03920601", "hex"));
    expect(expectLeft(decodeMessage(TopologyTransaction, unknown)).kind).to.equal("malformed");
    const none = Uint8Array.from(Buffer.from("080110011a00", "hex"));
    expect(expectLeft(decodeMessage(TopologyTransaction, none)).message).to.contain(
      "no known case",
    );
  });
});
