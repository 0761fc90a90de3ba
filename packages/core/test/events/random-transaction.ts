import fc from "fast-check";
import { contractIdFrom, discriminatorOf, updateIdOf } from "../../src/events/ledger-ids.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { CreateNode, ExerciseNode } from "../../src/events/transaction-node.js";
import type { Json } from "../../src/values/json.js";

/** Offset of the random transactions. */
export const offset = 7;
export const seed = "5e".repeat(28);

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

/** The id that follows from seed, node and offset. */
export const ownId = (nodeId: number): string =>
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

/** Any transaction, also one that no ledger would commit. */
export const transaction = fc.record(
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
