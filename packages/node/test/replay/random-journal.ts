import { randomUUID } from "node:crypto";
import {
  type CreateNode,
  emptyLedger,
  encodeLedgerEvent,
  evolve,
  type ExerciseNode,
  ledgerError,
  type LedgerEvent,
  type LedgerState,
  type TransactionNode,
} from "@tallystick/core";
import { inMemoryStore, type NewEvent, type StoreWith } from "@tallystick/event-store";
import fc from "fast-check";
import { walkErasures } from "../../src/pruning/erasures.js";
import { rightOf, streamName } from "../test-ledger.js";

const party = `alice::1220${"ab".repeat(32)}`;
const packageId = "cd".repeat(32);
const day = 86_400_000_000;

const transaction = fc.record({
  kind: fc.constant("transaction" as const),
  // keys of the contracts it creates; a contract without one by default
  creates: fc.array(fc.option(fc.nat(5), { nil: undefined, freq: 2 }), { maxLength: 3 }),
  archives: fc.array(fc.nat(), { maxLength: 2 }),
  template: fc.nat(2),
  comesAndGoes: fc.boolean(),
  changeId: fc.nat(20),
  isExternal: fc.boolean(),
});

const other = fc.record({
  kind: fc.constantFrom(
    "rejected" as const,
    "window" as const,
    "party" as const,
    "user" as const,
    "package" as const,
    "fork" as const,
    "key" as const,
    "pruned" as const,
  ),
  number: fc.nat(4),
});

/** One event of a random journal, and the time since the one before it. */
export const randomStep = fc.record({
  gap: fc.constantFrom(0, 1, 1_000, day / 2, 3 * day, 20 * day),
  change: fc.oneof({ weight: 5, arbitrary: transaction }, { weight: 2, arbitrary: other }),
});

/** What such a step is. */
export type RandomStep = typeof randomStep extends fc.Arbitrary<infer S> ? S : never;
/** Always the same steps for a seed: what a rare one does is the matter of properties. */
export const sampledSteps = (count: number, seed = 1): ReadonlyArray<RandomStep> =>
  fc.sample(randomStep, { numRuns: count, seed });

type Transaction = typeof transaction extends fc.Arbitrary<infer S> ? S : never;
type Other = typeof other extends fc.Arbitrary<infer S> ? S : never;

interface Active {
  readonly contractId: string;
  readonly template: number;
  readonly key: number | undefined;
}

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

const seedAt = (offset: number): string => `5eed${hex(offset, 52)}`;

const createNode = (
  offset: number,
  nodeId: number,
  template: number,
  key: number | undefined,
): CreateNode => ({
  kind: "create",
  nodeId,
  contractId: `00${seedAt(offset)}${hex(nodeId, 8)}ca01${hex(offset, 12)}${hex(nodeId, 64)}`,
  templateId: `${packageId}:Main:T${template}`,
  packageName: "pack",
  payload: { owner: party, text: `of ${offset}`, list: [null, true, { n: `${nodeId}` }] },
  signatories: [party],
  observers: nodeId % 2 === 0 ? [] : ["bob::1220"],
  ...(key === undefined ? {} : { key: { value: { number: `${key}` }, maintainers: [party] } }),
});

const archiveNode = (nodeId: number, { contractId, template }: Active): ExerciseNode => ({
  kind: "exercise",
  nodeId,
  contractId,
  templateId: `${packageId}:Main:T${template}`,
  packageName: "pack",
  choice: "Archive",
  argument: {},
  actingParties: [party],
  consuming: true,
  result: {},
  lastDescendantNodeId: nodeId,
  signatories: [party],
  observers: [],
});

/** The nodes of a transaction; keeps the list of active contracts. */
const nodesOf = (change: Transaction, offset: number, active: Array<Active>) => {
  const nodes: Array<TransactionNode> = [];
  for (const pick of change.archives) {
    const [gone] = active.length === 0 ? [] : active.splice(pick % active.length, 1);
    if (gone !== undefined) nodes.push(archiveNode(nodes.length, gone));
  }
  for (const wanted of change.creates) {
    const isTaken = active.some(
      ({ key, template }) => key === wanted && template === change.template,
    );
    const key = isTaken ? undefined : wanted;
    const node = createNode(offset, nodes.length, change.template, key);
    nodes.push(node);
    active.push({ contractId: node.contractId, template: change.template, key });
  }
  const last = active.at(-1);
  if (change.comesAndGoes && change.creates.length > 0 && last !== undefined) {
    active.pop();
    nodes.push(archiveNode(nodes.length, last));
  }
  return nodes;
};

const submission = (offset: number, recordTime: number, changeId: number) => ({
  userId: "user",
  commandId: `c${changeId}`,
  submissionId: `s${offset}`,
  workflowId: "",
  actAs: [party],
  recordTime,
  deduplicationPeriod: { kind: "offset" as const, offset: 0 },
});

const transactionAt = (
  change: Transaction,
  offset: number,
  recordTime: number,
  active: Array<Active>,
): LedgerEvent => ({
  type: "TransactionCommitted",
  updateId: `1220${seedAt(offset).slice(0, 52)}${hex(offset, 12)}`,
  ...submission(offset, recordTime, change.changeId),
  effectiveAt: recordTime,
  seed: seedAt(offset),
  nodes: nodesOf(change, offset, active),
  ...(change.isExternal
    ? {
        external: {
          hash: hex(offset, 64),
          hashingScheme: "V2",
          transactionUuid: `uuid-${change.changeId}`,
          preparedTransaction: "AAAA",
          signatures: [],
        },
      }
    : {}),
});

const otherAt = (
  { kind, number }: Other,
  offset: number,
  recordTime: number,
  { deduplication, configuration }: LedgerState,
): LedgerEvent => {
  switch (kind) {
    case "rejected": {
      const error = ledgerError("DUPLICATE_COMMAND", "no", { definiteAnswer: true });
      return { type: "CommandRejected", ...submission(offset, recordTime, number), error };
    }
    case "window": {
      const deduplicationWindowMicros = (number + 1) * day;
      return {
        type: "ConfigurationApplied",
        ...configuration,
        deduplicationWindowMicros,
        recordTime,
      };
    }
    case "fork":
      return { type: "JournalForked", offset: offset - 1, hash: "", reason: "", recordTime };
    case "key":
      return { type: "SigningKeyPublished", publicKey: hex(offset, 64), recordTime };
    case "pruned": {
      const { prunedOffset: forgottenUpTo } = deduplication;
      const upTo = Math.max(1, offset - 1 - number);
      const said = { hash: "", erased: 0, kept: 0, residue: "", lastErased: 0, signature: "" };
      return { type: "JournalPruned", offset: upTo, ...said, forgottenUpTo, recordTime };
    }
    default:
      return participantAt(kind, number, offset, recordTime);
  }
};

const participantAt = (
  kind: "party" | "user" | "package",
  number: number,
  offset: number,
  recordTime: number,
): LedgerEvent => {
  switch (kind) {
    case "party": {
      const annotations = { at: `${offset}` };
      const allocated = { party: `p${number}::1220`, annotations, identityProviderId: "" };
      return { type: "PartyAllocated", ...allocated, recordTime };
    }
    case "user":
      return {
        type: "UserCreated",
        userId: `u${number}`,
        primaryParty: "",
        isDeactivated: false,
        annotations: {},
        identityProviderId: "",
        primaryPartyAuthentication: false,
        rights: [],
        ...(number % 2 === 1 ? { once: true as const } : {}),
        recordTime,
      };
    case "package":
      return {
        type: "PackageRegistered",
        packageId: hex(number, 64),
        name: "pack",
        version: `1.0.${number}`,
        model: { format: "tallystick-package-1", templates: [] },
        isVetted: true,
        recordTime,
      };
  }
};

/** The events that some steps lead to, as a ledger would have written them. */
export const journalEvents = (steps: ReadonlyArray<RandomStep>): ReadonlyArray<NewEvent> => {
  let state = emptyLedger();
  const active: Array<Active> = [];
  let recordTime = 1_767_225_600_000_000;
  return steps.map(({ gap, change }) => {
    const offset = state.offset + 1;
    recordTime += gap;
    const event =
      change.kind === "transaction"
        ? transactionAt(change, offset, recordTime, active)
        : otherAt(change, offset, recordTime, state);
    state = evolve(state, event);
    return { id: randomUUID(), metadata: "", ...encodeLedgerEvent(event, offset) };
  });
};

/** A store with the journal of some steps. */
export const randomJournal = async (
  steps: ReadonlyArray<RandomStep>,
): Promise<StoreWith<"erasing">> => {
  const store = inMemoryStore();
  const events = journalEvents(steps);
  if (events.length > 0) rightOf(await store.append(streamName, "no-stream", events));
  return store;
};

/** Erases what a pruning up to an offset erases. */
export const pruneJournal = async (
  store: StoreWith<"erasing">,
  state: LedgerState,
  upTo: number,
): Promise<void> => {
  const journal = { store, stream: streamName };
  const range = { upTo, forgottenUpTo: state.deduplication.prunedOffset };
  const walked = await walkErasures(journal, state, range, async (erasures) => {
    rightOf(await store.capabilities.erasing.erase(streamName, erasures));
    return true;
  });
  rightOf(walked);
};
