import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { decodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { updateIdOf } from "../../src/events/ledger-ids.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { CreateNode, ExerciseNode } from "../../src/events/transaction-node.js";
import { transactionText } from "../../src/events/stored-transaction.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../src/values/json.js";
import { offset, ownId, seed, transaction } from "./random-transaction.js";

/** The table of texts, in the plainest way there is. */
const numbering = (of: TransactionCommitted) => {
  const strings: Array<string> = [];
  const created = new Map(
    of.nodes.flatMap((node) =>
      node.kind === "create" ? [[node.contractId, -1 - node.nodeId]] : [],
    ),
  );
  const number = (each: string): number => {
    const known = created.get(each);
    if (known !== undefined) return known;
    if (!strings.includes(each)) strings.push(each);
    return strings.indexOf(each);
  };
  const numbers = (each: ReadonlyArray<string>) => each.map(number);
  const some = (each: ReadonlyArray<string> | undefined) =>
    each === undefined || each.length === 0 ? undefined : numbers(each);
  // JSON.parse calls back from the inside out, in the order of the text
  const numbered = (each: Json): unknown =>
    JSON.parse(JSON.stringify(each), (_, inner: unknown) =>
      typeof inner === "string" ? number(inner) : inner,
    );
  return { strings, number, numbers, some, numbered };
};

type Numbering = ReturnType<typeof numbering>;

const createFields = (node: CreateNode, { number, numbers, some, numbered }: Numbering) => ({
  kind: node.kind,
  ...(node.contractId === ownId(node.nodeId)
    ? { hash: "ab".repeat(32) }
    : { contractId: node.contractId }),
  templateId: number(node.templateId),
  packageName: number(node.packageName),
  payload: numbered(node.payload),
  signatories: numbers(node.signatories),
  observers: some(node.observers),
  key: node.key && {
    value: numbered(node.key.value),
    maintainers: numbers(node.key.maintainers),
  },
});

const exerciseFields = (node: ExerciseNode, { number, numbers, some, numbered }: Numbering) => ({
  kind: node.kind,
  contractId: number(node.contractId),
  templateId: number(node.templateId),
  packageName: number(node.packageName),
  interfaceId: node.interfaceId === undefined ? undefined : number(node.interfaceId),
  choice: number(node.choice),
  argument: numbered(node.argument),
  actingParties: numbers(node.actingParties),
  consuming: node.consuming ? true : undefined,
  result: numbered(node.result),
  lastDescendantNodeId:
    node.lastDescendantNodeId === node.nodeId ? undefined : node.lastDescendantNodeId,
  signatories: numbers(node.signatories),
  observers: some(node.observers),
  choiceObservers: some(node.choiceObservers),
});

/** The stored fields of an event as an object. */
const storedFields = (of: TransactionCommitted): unknown => {
  const table = numbering(of);
  const { disclosedContracts = [] } = of;
  const { kind: _kind, ...period } = of.deduplicationPeriod;
  return {
    v: 1,
    recordTime: of.recordTime,
    userId: of.userId,
    commandId: of.commandId,
    submissionId: of.submissionId,
    deduplicationPeriod: period,
    workflowId: of.workflowId === "" ? undefined : of.workflowId,
    traceParent: of.traceParent,
    traceState: of.traceState,
    effectiveAt: of.effectiveAt === of.recordTime ? undefined : of.effectiveAt,
    seed: of.seed,
    updateId: of.updateId === updateIdOf(seed, offset) ? undefined : of.updateId,
    strings: table.strings,
    actAs: table.numbers(of.actAs),
    readAs: table.some(of.readAs),
    packagePreference: table.some(of.packagePreference),
    disclosedContracts:
      disclosedContracts.length === 0
        ? undefined
        : disclosedContracts.map(({ contractId, blobDigest }) => ({
            contractId: table.number(contractId),
            blobDigest,
          })),
    commandForms: of.commandForms,
    nodes: of.nodes.map((node) =>
      node.kind === "create" ? createFields(node, table) : exerciseFields(node, table),
    ),
    reads: of.reads?.length === 0 ? undefined : of.reads,
  };
};

describe("the text of a committed transaction", () => {
  it("is byte for byte what JSON.stringify makes of its stored fields", () => {
    fc.assert(
      fc.property(transaction, (each) => {
        expect(transactionText(each, offset)).to.equal(JSON.stringify(storedFields(each)));
      }),
      { numRuns: 300 },
    );
  });
});

const isDamlValue = (path: ReadonlyArray<string>): boolean =>
  ["payload", "argument", "result", "value"].includes(path.at(-1) ?? "");

const golden: JsonObject = JSON.parse(
  readFileSync(new URL("../../../test/golden/transaction-committed.json", import.meta.url), "utf8"),
).data;

/** Paths of all values inside of a value, except inside of Daml values, which may be anything. */
const pathsIn = (
  of: Json,
  at: ReadonlyArray<string> = [],
): ReadonlyArray<ReadonlyArray<string>> => {
  if (isDamlValue(at)) return [];
  if (!isJsonArray(of) && !isJsonObject(of)) return [];
  return Object.entries(of).flatMap(([field, inner]) => [
    [...at, field],
    ...pathsIn(inner, [...at, field]),
  ]);
};

/** A copy with what `change` makes of the object or list around the last part of a path. */
const changedAt = (
  [first = "", ...rest]: ReadonlyArray<string>,
  of: unknown,
  change: (around: object, last: string) => void,
): unknown => {
  const copy = Array.isArray(of) ? [...of] : { ...Object(of) };
  if (rest.length === 0) change(copy, first);
  else copy[first] = changedAt(rest, copy[first], change);
  return copy;
};

const outcome = (data: unknown): string => {
  const read = decodeLedgerEvent("TransactionCommitted", JSON.stringify(data), offset);
  return isLeft(read) ? read.left.reason : "read";
};

/** Fields of a node that may be absent; those of the transaction are in the test of all events. */
const mayMiss = new Set([
  "observers",
  "key",
  "interfaceId",
  "consuming",
  "lastDescendantNodeId",
  "choiceObservers",
]);

describe("the stored fields of a committed transaction", () => {
  const paths = pathsIn(golden).filter(([first]) => first !== "v");

  it("are refused with any part that is of another kind", () => {
    for (const path of paths) {
      const changed = changedAt(path, golden, (around, last) =>
        Object.assign(around, { [last]: isDamlValue(path) ? "text" : [[]] }),
      );
      expect(outcome(changed), path.join(".")).to.match(/^TransactionCommitted (does|has|refers)/);
    }
  });

  it("are refused without any field of a node that is never left out", () => {
    for (const path of paths.filter(([first]) => first === "nodes")) {
      const last = path.at(-1) ?? "";
      if (/^\d+$/.test(last) || mayMiss.has(last)) continue;
      const without = changedAt(path, golden, (around) => Reflect.deleteProperty(around, last));
      expect(outcome(without), path.join(".")).to.not.equal("read");
    }
  });
});
