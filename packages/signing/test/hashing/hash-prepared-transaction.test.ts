import { hashPreparedTransaction as officialHash } from "@canton-network/core-tx-visualizer";
import { expect } from "chai";
import * as fc from "fast-check";
import { isRight } from "fp-ts/lib/Either.js";
import { hashPreparedTransaction } from "../../src/hashing/hash-prepared-transaction.js";
import { type HashingScheme, hashingSchemes } from "../../src/hashing/hashing-scheme.js";
import {
  type PreparedTransaction,
  decodePreparedTransaction,
  encodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import { anyPrepared, anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector, vectors } from "../support/published-vectors.js";

const decode = (base64: string): PreparedTransaction =>
  expectRight(decodePreparedTransaction(fromBase64(base64)));

const hashesOf = (prepared: PreparedTransaction, scheme: HashingScheme) => {
  const { hash, transactionHash, metadataHash } = expectRight(
    hashPreparedTransaction(prepared, scheme),
  );
  return [hex(hash), hex(transactionHash), hex(metadataHash)];
};

const create = preparedVector("create-minimal");
const nested = preparedVector("exercise-nested-create");

describe("hashPreparedTransaction", () => {
  for (const vector of vectors.preparedTransactions) {
    it(`gives the published hashes of ${vector.name}`, () => {
      const prepared = decode(vector.preparedTransaction);
      expect(hashesOf(prepared, "HASHING_SCHEME_VERSION_V2")).to.deep.equal([
        vector.hashV2,
        vector.transactionHashV2,
        vector.metadataHashV2,
      ]);
      expect(hashesOf(prepared, "HASHING_SCHEME_VERSION_V3")).to.deep.equal([
        vector.hashV3,
        vector.transactionHashV3,
        vector.metadataHashV3,
      ]);
    });
  }

  for (const vector of vectors.preparedTransactionsV3Only) {
    it(`gives the published hash of ${vector.name} with V3 and refuses it with V2`, () => {
      const prepared = decode(vector.preparedTransaction);
      expect(hashesOf(prepared, "HASHING_SCHEME_VERSION_V3")).to.deep.equal([
        vector.hashV3,
        vector.transactionHashV3,
        vector.metadataHashV3,
      ]);
      expectMessage(hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V2"));
    });
  }

  it("agrees with the official client on any transaction of the nodes and values it knows", async () => {
    await fc.assert(
      fc.asyncProperty(anyPrepared, async (prepared) => {
        const encoded = encodePreparedTransaction(prepared);
        const official = await officialHash(Buffer.from(encoded).toString("base64"), "hex");
        const [own] = hashesOf(prepared, "HASHING_SCHEME_VERSION_V2");
        expect(own).to.equal(official);
      }),
      { numRuns: 300 },
    );
  });

  it("changes with every part that the scheme covers", () => {
    const prepared = decode(nested.preparedTransaction);
    const { metadata } = prepared;
    const changed: ReadonlyArray<PreparedTransaction> = [
      { ...prepared, transaction: { ...prepared.transaction, version: "2" } },
      { ...prepared, metadata: { ...metadata, transactionUuid: `${metadata.transactionUuid}0` } },
      { ...prepared, metadata: { ...metadata, mediatorGroup: metadata.mediatorGroup + 1 } },
      { ...prepared, metadata: { ...metadata, preparationTime: metadata.preparationTime + 1n } },
      { ...prepared, metadata: { ...metadata, synchronizerId: "other::1220" } },
      { ...prepared, metadata: { ...metadata, minLedgerEffectiveTime: undefined } },
      { ...prepared, metadata: { ...metadata, maxLedgerEffectiveTime: 0n } },
      { ...prepared, metadata: { ...metadata, inputContracts: [] } },
      {
        ...prepared,
        metadata: {
          ...metadata,
          submitterInfo: { ...metadata.submitterInfo, commandId: "other" },
        },
      },
    ];
    for (const scheme of hashingSchemes) {
      const hashes = [prepared, ...changed].map((each) => hashesOf(each, scheme)[0]);
      expect(new Set(hashes).size).to.equal(changed.length + 1);
    }
  });

  it("covers the maximal record time with V3 only", () => {
    const prepared = decode(create.preparedTransaction);
    const limited = { ...prepared, metadata: { ...prepared.metadata, maxRecordTime: 1n } };
    const [v2, v3] = hashingSchemes.map((scheme) => [
      hashesOf(prepared, scheme)[0],
      hashesOf(limited, scheme)[0],
    ]);
    expect(v2?.[0]).to.equal(v2?.[1]);
    expect(v3?.[0]).not.to.equal(v3?.[1]);
  });

  it("does not depend on the order of nodes and seeds, and gives different hashes for the schemes", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, (prepared) => {
        const { transaction } = prepared;
        const reversed = {
          ...prepared,
          transaction: {
            ...transaction,
            nodes: transaction.nodes.toReversed(),
            nodeSeeds: transaction.nodeSeeds.toReversed(),
          },
        };
        const scheme = "HASHING_SCHEME_VERSION_V3";
        expect(hashesOf(reversed, scheme)).to.deep.equal(hashesOf(prepared, scheme));
        const v2 = hashPreparedTransaction(prepared, "HASHING_SCHEME_VERSION_V2");
        if (isRight(v2)) expect(hex(v2.right.hash)).not.to.equal(hashesOf(prepared, scheme)[0]);
      }),
      { numRuns: 100 },
    );
  });

  it("hashes a long transaction of nested nodes without recursion", () => {
    const prepared = decode(create.preparedTransaction);
    const [first] = prepared.transaction.nodes;
    if (first === undefined) throw new Error("the vector has a node");
    const depth = 20_000;
    const nodes = Array.from({ length: depth }, (_, id) => ({
      nodeId: String(id + 1),
      content: { kind: "rollback" as const, value: [id + 2 > depth ? "0" : String(id + 2)] },
    }));
    const transaction = { ...prepared.transaction, roots: ["1"], nodes: [first, ...nodes] };
    expectRight(hashPreparedTransaction({ ...prepared, transaction }, "HASHING_SCHEME_VERSION_V2"));
  });

  describe("refuses", () => {
    const prepared = decode(nested.preparedTransaction);
    const { transaction } = prepared;
    const [root, child] = transaction.nodes;
    if (root === undefined || child === undefined) throw new Error("the vector has two nodes");
    const refused = (changed: Partial<PreparedTransaction["transaction"]>): string =>
      expectMessage(
        hashPreparedTransaction(
          { ...prepared, transaction: { ...transaction, ...changed } },
          "HASHING_SCHEME_VERSION_V2",
        ),
      );

    it("a root or child that is not there", () => {
      expect(refused({ roots: ["77"] })).to.equal("node 77: not among the nodes");
      expect(refused({ nodes: [root] })).to.equal(`node ${child.nodeId}: not among the nodes`);
    });

    it("a node in two places, and one below itself", () => {
      expect(refused({ roots: [root.nodeId, child.nodeId] })).to.contain("in two places");
      const loop = { nodeId: "9", content: { kind: "rollback" as const, value: ["9"] } };
      expect(refused({ roots: ["9"], nodes: [loop] })).to.contain("in two places");
    });

    it("two nodes or two seeds of one id", () => {
      expect(refused({ nodes: [root, child, child] })).to.contain("found twice");
      const [seed] = transaction.nodeSeeds;
      expect(refused({ nodeSeeds: seed === undefined ? [] : [seed, seed] })).to.contain(
        "found twice",
      );
    });

    it("an exercise without a seed and a seed of another length", () => {
      expect(refused({ nodeSeeds: [] })).to.equal("an exercise node has no node seed");
      const short = transaction.nodeSeeds.map(({ nodeId }) => ({
        nodeId,
        seed: new Uint8Array(31),
      }));
      expect(refused({ nodeSeeds: short })).to.equal("node seed: found 31 bytes, expected 32");
    });
  });
});
