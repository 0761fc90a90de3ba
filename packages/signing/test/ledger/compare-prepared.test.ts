import { expect } from "chai";
import * as fc from "fast-check";
import { preparedDifference } from "../../src/ledger/compare-prepared.js";
import {
  type PreparedTransaction,
  encodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import { create, preparedOf, record, text } from "../description/coin-messages.js";
import { anyPreparedWithKeys } from "../support/arbitrary-transaction.js";

const bytesOf = (prepared: PreparedTransaction): Uint8Array => encodePreparedTransaction(prepared);
const difference = (signed: PreparedTransaction, now: PreparedTransaction) =>
  preparedDifference(signed, bytesOf(signed), now);

const noted = (note: string) =>
  ({ kind: "create", value: create("00aa", "M:T", record({ note: text(note) })) }) as const;
const signed = preparedOf([noted("a"), noted("b")]);

describe("The difference between what was signed and what interpretation gives", () => {
  it("is none for the same transaction", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, (prepared) => {
        expect(difference(prepared, structuredClone(prepared))).to.equal(undefined);
      }),
      { numRuns: 60 },
    );
  });

  const { transaction, metadata } = signed;
  const table: ReadonlyArray<readonly [string, PreparedTransaction, string]> = [
    ["fewer nodes", preparedOf([noted("a")]), "it has 1 nodes, 2 were signed"],
    [
      "more nodes",
      preparedOf([noted("a"), noted("b"), noted("c")]),
      "it has 3 nodes, 2 were signed",
    ],
    ["another argument", preparedOf([noted("a"), noted("x")]), "node 1 differs"],
    [
      "a node under another id",
      {
        ...signed,
        transaction: {
          ...transaction,
          nodes: transaction.nodes.map((node) => ({ ...node, nodeId: `1${node.nodeId}` })),
        },
      },
      "node 10 was not signed",
    ],
    [
      "another seed",
      {
        ...signed,
        transaction: {
          ...transaction,
          nodeSeeds: transaction.nodeSeeds.map(({ nodeId }) => ({
            nodeId,
            seed: new Uint8Array(32).fill(1),
          })),
        },
      },
      "its seeds, its metadata or their encoding differ",
    ],
    [
      "another time",
      { ...signed, metadata: { ...metadata, preparationTime: metadata.preparationTime + 1n } },
      "its seeds, its metadata or their encoding differ",
    ],
    [
      "a record time that no hash of V2 covers",
      { ...signed, metadata: { ...metadata, maxRecordTime: 1n } },
      "its seeds, its metadata or their encoding differ",
    ],
    [
      "nodes in another order",
      { ...signed, transaction: { ...transaction, nodes: transaction.nodes.toReversed() } },
      "its seeds, its metadata or their encoding differ",
    ],
  ];
  for (const [what, now, message] of table) {
    it(`is named: ${what}`, () => {
      expect(difference(signed, now)).to.equal(message);
    });
  }

  it("counts bytes that say nothing", () => {
    const longer = Uint8Array.from([...bytesOf(signed), 0x7a, 0x00]);
    expect(preparedDifference(signed, longer, signed)).to.equal(
      "its seeds, its metadata or their encoding differ",
    );
  });
});
