import * as fc from "fast-check";
import type {
  InputContract,
  Metadata,
  NodeSeed,
  PreparedTransaction,
  TransactionNode,
} from "../../src/messages/prepared-transaction.js";
import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  GlobalKeyWithMaintainers,
  NodeContent,
  QueryByKeyNode,
} from "../../src/messages/transaction-node.js";
import type { Value } from "../../src/messages/value.js";
import {
  anyContractId,
  anyIdentifier,
  anyParty,
  anySafeValue,
  anyText,
  anyValue,
} from "./arbitrary-value.js";

/** A node with its children, before it has an id. */
interface Tree {
  readonly content: NodeContent;
  readonly seed: Uint8Array;
  readonly children: ReadonlyArray<Tree>;
}

const parties = fc.uniqueArray(anyParty, { maxLength: 3 }).map((all) => all.toSorted());
const packageName = fc.stringMatching(/^[a-z]{1,8}$/);
const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const micros = fc.bigInt({ min: 0n, max: 2n ** 60n });
const maybeMicros = fc.option(micros, { nil: undefined });

/** What differs between the transactions of the two schemes. */
interface Options {
  readonly value: fc.Arbitrary<Value>;
  /** With keys and queries by key, which need V3. */
  readonly withKeys: boolean;
}

const keyOf = ({ value, withKeys }: Options): fc.Arbitrary<GlobalKeyWithMaintainers | undefined> =>
  withKeys
    ? fc.option(someKey(value), { nil: undefined })
    : fc.constant<GlobalKeyWithMaintainers | undefined>(undefined);

const someKey = (value: fc.Arbitrary<Value>): fc.Arbitrary<GlobalKeyWithMaintainers> =>
  fc.record({
    key: fc.record({ templateId: anyIdentifier, packageName, key: value, hash: seed }),
    maintainers: parties,
  });

const lfVersion = ({ withKeys }: Options): fc.Arbitrary<string> =>
  withKeys ? fc.constantFrom("2.1", "2") : fc.constant("2.1");

const contractFields = (options: Options) => ({
  lfVersion: lfVersion(options),
  contractId: anyContractId,
  packageName,
  templateId: anyIdentifier,
  signatories: parties,
  stakeholders: parties,
  key: keyOf(options),
});

const createNode = (options: Options): fc.Arbitrary<CreateNode> =>
  fc.record({ ...contractFields(options), argument: options.value });

const fetchNode = (options: Options): fc.Arbitrary<FetchNode> =>
  fc.record({
    ...contractFields(options),
    actingParties: parties,
    interfaceId: fc.option(anyIdentifier, { nil: undefined }),
    byKey: options.withKeys ? fc.boolean() : fc.constant(false),
  });

const exerciseNode = (options: Options): fc.Arbitrary<ExerciseNode> =>
  fc.record({
    ...contractFields(options),
    actingParties: parties,
    interfaceId: fc.option(anyIdentifier, { nil: undefined }),
    choiceId: anyText,
    chosenValue: options.value,
    consuming: fc.boolean(),
    children: fc.constant<ReadonlyArray<string>>([]),
    exerciseResult: fc.option(options.value, { nil: undefined }),
    choiceObservers: parties,
    byKey: options.withKeys ? fc.boolean() : fc.constant(false),
  });

const queryNode = (options: Options): fc.Arbitrary<QueryByKeyNode> =>
  fc.record({
    lfVersion: lfVersion(options),
    packageName,
    templateId: anyIdentifier,
    exhaustive: fc.boolean(),
    key: someKey(options.value),
    result: fc.array(anyContractId, { maxLength: 3 }),
  });

const leafOf = (content: fc.Arbitrary<NodeContent>): fc.Arbitrary<Tree> =>
  fc.record({ content, seed, children: fc.constant([]) });

const tree = (options: Options): fc.Arbitrary<Tree> =>
  fc.letrec<{ tree: Tree }>((tie) => {
    const children = fc.array(tie("tree"), { maxLength: 3 });
    const create = createNode(options).map((value): NodeContent => ({ kind: "create", value }));
    const fetch = fetchNode(options).map((value): NodeContent => ({ kind: "fetch", value }));
    const query = queryNode(options).map((value): NodeContent => ({ kind: "queryByKey", value }));
    const exercise = exerciseNode(options).map(
      (value): NodeContent => ({ kind: "exercise", value }),
    );
    const rollback = fc.constant<NodeContent>({ kind: "rollback", value: [] });
    return {
      tree: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        leafOf(create),
        leafOf(fetch),
        ...(options.withKeys ? [leafOf(query)] : []),
        fc.record({ content: exercise, seed, children }),
        fc.record({ content: rollback, seed, children }),
      ),
    };
  }).tree;

const withChildren = (content: NodeContent, children: ReadonlyArray<string>): NodeContent => {
  switch (content.kind) {
    case "exercise":
      return { kind: "exercise", value: { ...content.value, children } };
    case "rollback":
      return { kind: "rollback", value: children };
    default:
      return content;
  }
};

const flatten = (roots: ReadonlyArray<Tree>) => {
  const nodes: Array<TransactionNode> = [];
  const nodeSeeds: Array<NodeSeed> = [];
  let next = 0;
  const visit = ({ content, seed: nodeSeed, children }: Tree): string => {
    const id = next++;
    if (content.kind === "create" || content.kind === "exercise")
      nodeSeeds.push({ nodeId: id, seed: nodeSeed });
    const place = nodes.push({ nodeId: String(id), content }) - 1;
    const ids = children.map(visit);
    nodes[place] = { nodeId: String(id), content: withChildren(content, ids) };
    return String(id);
  };
  const ids = roots.map(visit);
  return { version: "2.1", roots: ids, nodes, nodeSeeds };
};

const inputContract = (options: Options): fc.Arbitrary<InputContract> =>
  fc.record({
    contract: createNode(options),
    createdAt: micros,
    eventBlob: fc.uint8Array({ maxLength: 40 }),
  });

const metadata = (options: Options): fc.Arbitrary<Metadata> =>
  fc.record({
    submitterInfo: fc.record({ actAs: parties, commandId: anyText }),
    synchronizerId: anyText,
    mediatorGroup: fc.nat(),
    transactionUuid: fc.uuid(),
    preparationTime: micros,
    inputContracts: fc.array(inputContract(options), { maxLength: 2 }),
    globalKeyMapping: fc.constant([]),
    minLedgerEffectiveTime: maybeMicros,
    maxLedgerEffectiveTime: maybeMicros,
    maxRecordTime: maybeMicros,
  });

const prepared = (options: Options): fc.Arbitrary<PreparedTransaction> =>
  fc.record({
    transaction: fc.array(tree(options), { minLength: 1, maxLength: 2 }).map(flatten),
    metadata: metadata(options),
  });

/** Transactions that both schemes and core-tx-visualizer can hash. */
export const anyPrepared: fc.Arbitrary<PreparedTransaction> = prepared({
  value: anySafeValue,
  withKeys: false,
});

/** Transactions with keys and queries by key, and with integers of 64 bits. */
export const anyPreparedWithKeys: fc.Arbitrary<PreparedTransaction> = prepared({
  value: anyValue,
  withKeys: true,
});
