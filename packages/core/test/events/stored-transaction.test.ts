import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { decodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { contractIdFrom, discriminatorOf, updateIdOf } from "../../src/events/ledger-ids.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { CreateNode, ExerciseNode } from "../../src/events/transaction-node.js";
import { transactionText } from "../../src/events/stored-transaction.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../src/values/json.js";

const offset = 7;
const seed = "5e".repeat(28);

const text = fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.constantFrom("a", "b"));
const texts = fc.array(text, { maxLength: 3 });
const name = fc.oneof(text, fc.constantFrom("owner", "7", "__proto__", "n".repeat(101)));
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.oneof(text, fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

const ownId = (nodeId: number): string =>
  contractIdFrom(discriminatorOf(seed, nodeId), offset, "ab".repeat(32));

const ofEveryNode: Array<keyof CreateNode & keyof ExerciseNode> = [
  "kind",
  "nodeId",
  "contractId",
  "templateId",
  "packageName",
  "signatories",
  "observers",
];

const create = (nodeId: number): fc.Arbitrary<CreateNode> =>
  fc.record(
    {
      kind: fc.constant("create" as const),
      nodeId: fc.constant(nodeId),
      contractId: fc.oneof(fc.constant(ownId(nodeId)), text),
      templateId: text,
      packageName: text,
      payload: value,
      signatories: texts,
      observers: texts,
      key: fc.record({ value, maintainers: texts }),
    },
    { requiredKeys: [...ofEveryNode, "payload"] },
    // border: what may be missing of it is the key alone
  ) as fc.Arbitrary<CreateNode>;

const exercise = (nodeId: number): fc.Arbitrary<ExerciseNode> =>
  fc.record(
    {
      kind: fc.constant("exercise" as const),
      nodeId: fc.constant(nodeId),
      contractId: fc.oneof(fc.constantFrom(ownId(0), ownId(1)), text),
      templateId: text,
      packageName: text,
      interfaceId: text,
      choice: text,
      argument: value,
      actingParties: texts,
      consuming: fc.boolean(),
      result: value,
      lastDescendantNodeId: fc.constantFrom(nodeId, nodeId + 1),
      signatories: texts,
      observers: texts,
      choiceObservers: texts,
    },
    {
      requiredKeys: [
        ...ofEveryNode,
        "choice",
        "argument",
        "actingParties",
        "consuming",
        "result",
        "lastDescendantNodeId",
      ],
    },
    // border: the interface and the choice's observers alone may be missing
  ) as fc.Arbitrary<ExerciseNode>;

const nodes = fc
  .array(fc.boolean(), { maxLength: 4 })
  .chain((kinds) =>
    fc.tuple(...kinds.map((isCreate, nodeId) => (isCreate ? create(nodeId) : exercise(nodeId)))),
  );

const event = fc.record(
  {
    type: fc.constant("TransactionCommitted" as const),
    updateId: fc.oneof(fc.constant(updateIdOf(seed, offset)), text),
    userId: text,
    commandId: text,
    submissionId: text,
    workflowId: fc.constantFrom("", "w"),
    actAs: texts,
    recordTime: fc.constantFrom(0, 1_700_000_000_000_000),
    deduplicationPeriod: fc.oneof(
      fc.record({ kind: fc.constant("offset" as const), offset: fc.nat() }),
      fc.record({ kind: fc.constant("duration" as const), durationMicros: fc.nat() }),
      fc.record({ kind: fc.constant("empty" as const) }),
    ),
    effectiveAt: fc.constantFrom(0, 5),
    seed: fc.constant(seed),
    nodes,
    traceParent: text,
    traceState: text,
    readAs: texts,
    packagePreference: texts,
    disclosedContracts: fc.array(fc.record({ contractId: text, blobDigest: text }), {
      maxLength: 2,
    }),
    commandForms: fc.array(fc.constantFrom("create" as const, "exerciseByKey" as const)),
    reads: fc.array(fc.nat(), { maxLength: 4 }),
  },
  {
    requiredKeys: [
      "type",
      "updateId",
      "userId",
      "commandId",
      "submissionId",
      "workflowId",
      "actAs",
      "recordTime",
      "deduplicationPeriod",
      "effectiveAt",
      "seed",
      "nodes",
    ],
  },
) as fc.Arbitrary<TransactionCommitted>;

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
      fc.property(event, (each) => {
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
