import { createHash } from "node:crypto";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { nodeHashInput } from "../../src/hashing/hash-node.js";
import { hashPreparedTransaction } from "../../src/hashing/hash-prepared-transaction.js";
import { schemeRules } from "../../src/hashing/hashing-scheme.js";
import {
  type PreparedTransaction,
  decodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { anyPrepared, anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector, vectors } from "../support/published-vectors.js";
import { referenceHash } from "../support/reference-hash.js";

const V2 = "HASHING_SCHEME_VERSION_V2";
const V3 = "HASHING_SCHEME_VERSION_V3";

const hashOf = (prepared: PreparedTransaction, scheme: typeof V2 | typeof V3): string =>
  hex(expectRight(hashPreparedTransaction(prepared, scheme)).hash);

const sha256 = (text: string): string =>
  createHash("sha256").update(Buffer.from(text, "hex")).digest("hex");

/** A node with its seed, and hashes that stand for those of its children. */
const nodes = (from: typeof anyPrepared) =>
  from.chain(({ transaction }) => {
    const seeds = new Map(transaction.nodeSeeds.map(({ nodeId, seed }) => [String(nodeId), seed]));
    return fc
      .record({
        node: fc.constantFrom(...transaction.nodes),
        children: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 3 }),
      })
      .map(({ node: { nodeId, content }, children }) => ({
        content,
        seed: seeds.get(nodeId),
        children: content.kind === "exercise" || content.kind === "rollback" ? children : [],
      }));
  });

/** What V3 has in place of the encoding of V2, which has no key and is not found by one. */
const withoutKey = (
  v2: string,
  kind: NodeContent["kind"],
  children: ReadonlyArray<Uint8Array>,
): string => {
  const encoding = v2.slice(2);
  switch (kind) {
    case "create":
      return `${encoding}00`;
    case "fetch":
      return `${encoding}0000`;
    case "exercise": {
      // before the children: four bytes for their number, 32 for each
      const at = encoding.length - 2 * (4 + 32 * children.length);
      return `${encoding.slice(0, at)}0000${encoding.slice(at)}`;
    }
    default:
      return encoding;
  }
};

describe("The hashes of V2 and V3", () => {
  it("are those of the tables of the reference, for any transaction of every kind of node and value", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, (prepared) => {
        expect(hashOf(prepared, V3)).to.equal(referenceHash(prepared, 3).toString("hex"));
        const v2 = hashPreparedTransaction(prepared, V2);
        if (!isLeft(v2))
          expect(hex(v2.right.hash)).to.equal(referenceHash(prepared, 2).toString("hex"));
      }),
      { numRuns: 60 },
    );
  });

  it("are computed by tables that give the published hashes too", () => {
    for (const vector of [...vectors.preparedTransactions, ...vectors.preparedTransactionsV3Only]) {
      const prepared = expectRight(
        decodePreparedTransaction(fromBase64(vector.preparedTransaction)),
      );
      expect(referenceHash(prepared, 3).toString("hex"), vector.name).to.equal(vector.hashV3);
      if (vector.hashV2 !== undefined)
        expect(referenceHash(prepared, 2).toString("hex"), vector.name).to.equal(vector.hashV2);
    }
  });

  it("differ for a node without a key by the version that V3 leaves out and the key that it says is absent", () => {
    fc.assert(
      fc.property(nodes(anyPrepared), ({ content, seed, children }) => {
        const [v2, v3] = [schemeRules[V2], schemeRules[V3]].map((rules) =>
          hex(nodeHashInput(rules, content, seed, children).bytes()),
        );
        expect(v2?.startsWith("01")).to.equal(true);
        expect(v3).to.equal(withoutKey(v2 ?? "", content.kind, children));
      }),
      { numRuns: 60 },
    );
  });

  it("lead from the published bytes of V2 to the published hashes of V3", () => {
    const { encodedNode0, transactionHashInput, metadataHashInput } =
      vectors.preimagesOfCreateMinimalV2;
    const vector = preparedVector("create-minimal");
    expect(sha256(metadataHashInput)).to.equal(vector.metadataHashV2);
    const node = sha256(withoutKey(encodedNode0, "create", []));
    const transaction = transactionHashInput.replace(sha256(encodedNode0), node);
    expect(sha256(transaction)).to.equal(vector.transactionHashV3);
    // after the purpose, the version of the encoding is gone; at the end there is no record time
    const metadata = `${metadataHashInput.slice(0, 8)}${metadataHashInput.slice(10)}00`;
    expect(sha256(metadata)).to.equal(vector.metadataHashV3);
    expect(sha256(`0000003003${sha256(transaction)}${sha256(metadata)}`)).to.equal(vector.hashV3);
  });

  it("are never the same, so that a signature for one scheme is none for the other", () => {
    fc.assert(
      fc.property(anyPrepared, (prepared) => {
        const parts = [V2, V3].map((scheme) =>
          expectRight(hashPreparedTransaction(prepared, scheme as typeof V2)),
        );
        const all = parts.flatMap(({ hash, transactionHash, metadataHash }) =>
          [hash, transactionHash, metadataHash].map(hex),
        );
        expect(new Set(all).size).to.equal(all.length);
      }),
      { numRuns: 60 },
    );
  });

  it("are given for what has no key alike: what only V3 covers does not keep V2 from hashing the rest", () => {
    fc.assert(
      fc.property(anyPrepared, fc.bigInt({ min: 0n, max: 2n ** 60n }), (prepared, time) => {
        const { metadata } = prepared;
        const timed = { ...prepared, metadata: { ...metadata, maxRecordTime: time } };
        expect(hashOf(timed, V2)).to.equal(hashOf(prepared, V2));
        const same = metadata.maxRecordTime === time;
        expect(hashOf(timed, V3) === hashOf(prepared, V3)).to.equal(same);
      }),
      { numRuns: 60 },
    );
  });

  it("refuse nodes of a later version: V2 those with keys, both those of no released version", () => {
    const prepared = expectRight(
      decodePreparedTransaction(fromBase64(preparedVector("create-minimal").preparedTransaction)),
    );
    const withVersion = (lfVersion: string): PreparedTransaction => ({
      ...prepared,
      transaction: {
        ...prepared.transaction,
        nodes: prepared.transaction.nodes.map(({ nodeId, content }) => ({
          nodeId,
          content:
            content.kind === "create"
              ? { kind: "create", value: { ...content.value, lfVersion } }
              : content,
        })),
      },
    });
    const takes = (scheme: typeof V2 | typeof V3, lfVersion: string): boolean =>
      !isLeft(hashPreparedTransaction(withVersion(lfVersion), scheme));
    for (const [lfVersion, v2, v3] of [
      ["2.1", true, true],
      ["2", false, true],
      ["2.2", false, false],
      ["2.dev", false, false],
      ["", false, false],
    ] as const)
      expect([takes(V2, lfVersion), takes(V3, lfVersion)], lfVersion).to.deep.equal([v2, v3]);
    expect(expectMessage(hashPreparedTransaction(withVersion("2"), V2))).to.equal(
      'lf_version: found "2", expected one of 2.1',
    );
  });
});
