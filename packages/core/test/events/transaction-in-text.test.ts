import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { decodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { transactionText } from "../../src/events/stored-transaction.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import { transactionInText } from "../../src/events/transaction-in-text.js";
import type { Json } from "../../src/values/json.js";
import { JsonText } from "../../src/values/json-text.js";
import { offset, ownId, seed, transaction } from "./random-transaction.js";

const inText = (value: Json) => new JsonText<Json>(JSON.stringify(value));

const decoded = (data: string): TransactionCommitted => {
  const read = decodeLedgerEvent("TransactionCommitted", data, offset);
  if (isLeft(read) || read.right.type !== "TransactionCommitted") throw new Error("no transaction");
  return read.right;
};

/** The same by way of the objects. */
const shown = (of: TransactionCommitted) => ({
  recordTime: of.recordTime,
  commandId: of.commandId,
  workflowId: of.workflowId,
  traceParent: of.traceParent,
  traceState: of.traceState,
  effectiveAt: of.effectiveAt,
  updateId: of.updateId,
  actAs: of.actAs,
  reads: of.reads,
  nodes: of.nodes.map((node) =>
    node.kind === "create"
      ? { ...node, payload: inText(node.payload) }
      : { ...node, argument: inText(node.argument), result: inText(node.result) },
  ),
});

const isKeyed = ({ nodes }: TransactionCommitted): boolean =>
  nodes.some((node) => node.kind === "create" && node.key !== undefined);

const create = (nodeId: number, payload: Json) => ({
  kind: "create" as const,
  nodeId,
  contractId: ownId(nodeId),
  templateId: "p:M:T",
  packageName: "p",
  payload,
  signatories: ["alice"],
  observers: [],
});

const sample: TransactionCommitted = {
  type: "TransactionCommitted",
  updateId: "u",
  userId: "user",
  commandId: "c",
  submissionId: "s",
  workflowId: "",
  actAs: ["alice"],
  recordTime: 5,
  effectiveAt: 5,
  deduplicationPeriod: { kind: "empty" },
  seed,
  nodes: [create(0, { owner: "alice", amounts: ["1.0", null, true, []] })],
};

describe("a transaction in text", () => {
  it("is what the objects of its event are, written as JSON", () => {
    fc.assert(
      fc.property(transaction, (each) => {
        const data = transactionText(each, offset);
        const found = transactionInText(data, offset);
        if (data.includes("\\") || isKeyed(each)) expect(found).to.equal(undefined);
        else expect(found).to.deep.equal(shown(decoded(data)));
      }),
      { numRuns: 500 },
    );
  });

  it("is the same of any text that is read at all", () => {
    const piece = fc.oneof(
      fc.constantFrom(...' 0123456789-.eE,:[]{}tfn"', '"a"', "null", "-1", "1e1", "0.5"),
      fc.string({ maxLength: 2 }),
    );
    const meaning = (of: unknown): unknown =>
      JSON.parse(JSON.stringify(of), (name, each: unknown) =>
        name === "json" && typeof each === "string" ? JSON.parse(each) : each,
      );
    let read = 0;
    fc.assert(
      fc.property(transaction, fc.nat(), fc.nat(3), piece, (each, at, left, put) => {
        const data = transactionText(each, offset);
        const start = at % data.length;
        const changed = data.slice(0, start) + put + data.slice(start + left);
        const usual = decodeLedgerEvent("TransactionCommitted", changed, offset);
        if (isLeft(usual) || usual.right.type !== "TransactionCommitted") return;
        const found = transactionInText(changed, offset);
        if (found === undefined) return;
        read += 1;
        expect(meaning(found)).to.deep.equal(meaning(shown(usual.right)));
      }),
      { numRuns: 5_000 },
    );
    expect(read).to.be.at.least(100);
  });

  for (const [what, more] of [
    [
      "with a requested period",
      { requestedDeduplicationPeriod: { kind: "offset", offset: "7" }, workflowId: "w" },
    ],
    [
      "with a least ledger time",
      { minLedgerTime: { kind: "relative", micros: "1", receivedAt: 2 }, traceParent: "00-a-b-00" },
    ],
    ["with texts beyond ASCII", { commandId: "é🌍", nodes: [create(0, "ü")] }],
    [
      "whose argument is the id of a contract created in it",
      { nodes: [create(0, ownId(1)), create(1, {})] },
    ],
  ] as ReadonlyArray<[string, Partial<TransactionCommitted>]>) {
    it(`${what} is read`, () => {
      const data = transactionText({ ...sample, ...more }, offset);
      expect(transactionInText(data, offset)).to.deep.equal(shown(decoded(data)));
    });
  }

  const external = {
    hash: "ab",
    hashingScheme: "v2",
    transactionUuid: "u",
    preparedTransaction: "AA==",
    signatures: [],
  };
  for (const [what, more] of [
    ["of an external party", { external }],
    ["with a text that JSON escapes", { commandId: 'a "quoted" one' }],
    ["with a key", { nodes: [{ ...create(0, {}), key: { value: "k", maintainers: ["alice"] } }] }],
  ] as ReadonlyArray<[string, Partial<TransactionCommitted>]>) {
    it(`${what} is left to the objects`, () => {
      const data = transactionText({ ...sample, ...more }, offset);
      expect(decoded(data).commandId).to.equal(more.commandId ?? "c");
      expect(transactionInText(data, offset)).to.equal(undefined);
    });
  }

  it("is not read from a text that was cut, or has more", () => {
    const data = transactionText(sample, offset);
    for (let length = 0; length < data.length; length++)
      expect(transactionInText(data.slice(0, length), offset), `${length}`).to.equal(undefined);
    expect(transactionInText(`${data} `, offset)).to.equal(undefined);
  });

  it("is not read where a text is missing that it refers to", () => {
    const data = transactionText(sample, offset);
    for (const [found, wrong] of [
      ['"templateId":1', '"templateId":9'],
      ['"templateId":1', '"templateId":-9'],
      ['"owner":0', '"owner":99'],
      ['"owner":0', '"owner":-2'],
      ['"signatories":[0]', '"signatories":[9]'],
    ] as const) {
      expect(data).to.include(found);
      expect(transactionInText(data.replace(found, wrong), offset), wrong).to.equal(undefined);
    }
  });

  it("is not read from the text of another event", () => {
    const golden = (name: string): string =>
      JSON.stringify(
        JSON.parse(
          readFileSync(new URL(`../../../test/golden/${name}.json`, import.meta.url), "utf8"),
        ).data,
      );
    expect(transactionInText(golden("party-allocated"), offset)).to.equal(undefined);
  });
});
